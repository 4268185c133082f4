/// A wall time as text, without time zones or locales: UTC by ISO 8601.
public enum WallTime {
    /// `2026-11-30T09:15:02.123Z`, in the proleptic Gregorian calendar; years beyond 9999 have more digits.
    ///
    /// Days are counted from 1 March of year 0, so that the leap day is the last of a year and every 400 years are alike.
    public static func text(millis: UInt64) -> String {
        let seconds = millis / 1_000
        let days = seconds / 86_400 + 719_468
        let era = days / 146_097
        let dayOfEra = days % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shifted + 2) / 5 + 1
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
        let time = [seconds % 86_400 / 3_600, seconds % 3_600 / 60, seconds % 60].map { padded($0, 2) }
        return "\(date)T\(time.joined(separator: ":")).\(padded(millis % 1_000, 3))Z"
    }

    static func padded(_ value: UInt64, _ digits: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}
