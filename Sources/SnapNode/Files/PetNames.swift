internal import Glibc
public import SnapCrypto
internal import SnapWire

/// Names that this user has given to others' identities: for its own eyes, beside what those call themselves and never in
/// its place. Bound to whole keys, since a short fingerprint can be met by trying.
public struct PetNames: Hashable, Sendable {
    private var names: [PublicKey: String] = [:]

    /// So many can be given.
    public static let limit = 10_000
    static let fileLimit = 4 << 20

    /// None given.
    public init() {}

    /// One given.
    public init(giving name: String, to identity: PublicKey) { names[identity] = name }

    public subscript(identity: PublicKey) -> String? { names[identity] }

    /// Ascending by key.
    public var all: [(identity: PublicKey, name: String)] {
        names.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// " [my sister]", to stand behind what that player calls itself, or nothing.
    public func beside(_ identity: PublicKey) -> String { names[identity].map { " [\($0)]" } ?? "" }

    /// A claimed name as it is shown to who has given names: brackets in it by their number, so that nobody can claim to have
    /// been given one.
    public func claimed(_ name: String) -> String {
        guard !names.isEmpty else { return name }
        var shown = ""
        for scalar in name.unicodeScalars {
            if PetNames.brackets.contains(scalar) {
                shown += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    /// "Ann (1a2b3c4d) [my sister]": the claimed name, the fingerprint of the identity, and the name that was given.
    public func introduced(_ name: String, _ identity: PublicKey) -> String {
        "\(claimed(name)) (\(identity.short))\(beside(identity))"
    }

    /// What begins a given name, and what looks like it.
    private static let brackets: [Unicode.Scalar] = [
        "[", "\u{2045}", "\u{2772}", "\u{27E6}", "\u{3010}", "\u{3014}", "\u{301A}", "\u{FE47}", "\u{FF3B}",
    ]
}

extension PetNames {
    /// Those kept in `places`; none where there is no file or no place for one. A file that is there and cannot be understood is refused.
    public static func load(from places: Places) throws(FileError) -> PetNames {
        let path: String
        do {
            path = try places.petNamesFile()
        } catch {
            return PetNames()
        }
        return try read(path)
    }

    /// Gives the name, or with nil takes it away; true where that changed anything. `name`: one that keeps `NameRules`.
    public static func set(_ name: String?, for identity: PublicKey, in places: Places) throws(FileError) -> Bool {
        let path = try places.petNamesFile()
        let directory = Directory.parent(of: path)
        try Directory.make(directory)
        // Two processes that give two names at once lose neither.
        let lock = try Descriptor(directory, O_RDONLY | O_DIRECTORY)
        _ = try lock.lock(waiting: true)
        var given = try read(path)
        guard given.names[identity] != name else { return false }
        given.names[identity] = name
        guard given.names.count <= limit else {
            throw FileError(.busy, path: path, problem: "\(limit) names are given", mend: "Take some away.")
        }
        let document = JSONValue.object(given.all.map { JSONMember($0.identity.hex, .string($0.name)) })
        try Directory.replace(path, with: Array(document.pretty.utf8))
        return withExtendedLifetime(lock) { true }
    }

    private static func read(_ path: String) throws(FileError) -> PetNames {
        let bytes: [UInt8]
        do {
            bytes = try Descriptor(path, O_RDONLY).read(limit: fileLimit)
        } catch {
            if error.kind == .missing || error.kind == .system(ENOTDIR) { return PetNames() }
            throw error
        }
        func broken(_ problem: String) -> FileError {
            FileError(.broken, path: path, problem: problem, mend: "Correct it there, or move it away.")
        }
        let document: JSONValue
        do {
            document = try JSONValue.parse(bytes)
        } catch {
            throw broken(error.description)
        }
        guard case .object(let members) = document, members.count <= limit else {
            throw broken("not one JSON object of at most \(limit) names")
        }
        var given = PetNames()
        for member in members {
            guard let key = Hex.decode(member.key).flatMap({ PublicKey($0) }) else {
                throw broken("\"\(Printable(member.key, limit: 70))\" is no public key of 64 hexadecimal digits")
            }
            guard case .string(let name) = member.value, NameRules.isValid(name) else {
                throw broken("the name of \(key.short) is none that can be given")
            }
            given.names[key] = name
        }
        return given
    }
}
