internal import Glibc

/// The transcript of one game, written as play goes on.
public enum TranscriptFile {
    /// How many games of one table and day can lie in one directory (several processes of a user each write theirs).
    static let namesLimit = 1000

    /// Makes `DATE-CODE-GAME.snap` under the player's transcripts; `DATE-CODE-GAME.2.snap` and so on where that name is
    /// taken, so that no transcript is ever written over.
    ///
    /// `epochSeconds`: wall-clock time, for the name only; the date is UTC. `table`: as shown, `4HMA-SW95`.
    public static func create(
        in places: Places, epochSeconds: Int64, table: String, game: UInt64
    ) throws(FileError) -> AppendFile {
        let directory = try places.transcripts()
        try Directory.make(directory)
        let base = "\(directory)/\(date(epochSeconds: epochSeconds))-\(table)-\(game)"
        for number in 1...namesLimit {
            do {
                let flags = O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW
                let file = try Descriptor(base + (number == 1 ? ".snap" : ".\(number).snap"), flags)
                try Directory.sync(directory)
                return AppendFile(file)
            } catch {
                guard error.kind == .system(EEXIST) else { throw error }
            }
        }
        throw FileError(
            .system(EEXIST), path: base + ".snap", problem: "\(namesLimit) transcripts of this name are there",
            mend: "Move some away.")
    }

    /// Opens a transcript that an earlier process of the user began, to go on with it.
    public static func reopen(_ path: String) throws(FileError) -> AppendFile {
        AppendFile(try Descriptor(path, O_RDWR | O_APPEND | O_NOFOLLOW))
    }

    /// `2026-11-30`: the UTC date, in the proleptic Gregorian calendar, whatever the time zone here.
    static func date(epochSeconds: Int64) -> String {
        // Days from 0000-03-01, so that the leap day is the last of its year (H. Hinnant, chrono-compatible date algorithms).
        let days = epochSeconds / 86_400 - (epochSeconds % 86_400 < 0 ? 1 : 0) + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shifted + 2) / 5 + 1
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        func padded(_ number: Int64, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }
}
