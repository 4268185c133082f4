internal import SnapAudit
internal import SnapCrypto
internal import SnapNode
internal import SnapWire

/// `snap identity` and what stands below it.
struct IdentityCommands {
    let places: Places
    let console: Console
    let parsed: Parsed

    func show() throws {
        let key = try Identity.shown(in: places).key.publicKey
        tell(key, path: try places.identityFile())
    }

    func export() throws {
        let path = parsed.operands[0]
        guard path != "-" else {
            throw refusal("the key is written to a file of its own, never to standard output.")
        }
        let key = try IdentityFile.export(from: places, to: path)
        tell(key, path: path)
        console.say("Whoever has this file can pass for you. Keep it as you keep a key.")
    }

    func take() throws {
        guard let change = try IdentityFile.take(from: parsed.operands[0], in: places) else {
            console.say("That is your identity already.")
            return try show()
        }
        tell(change)
    }

    func reset() throws -> ExitCode {
        if !parsed.isOn("yes") {
            guard console.manner.allowsInput, !console.manner.isQuiet else {
                throw refusal("`snap identity reset` asks first; --yes says that it need not.")
            }
            console.say(
                "With a new identity nobody can know you again: statistics and names that others gave you stay behind.")
            console.say("The old key is kept beside the new one. Make a new identity? y = yes, anything else = no")
            var question = Question(signals: SignalWatch())
            let line = try question.answer()
            let answer = line?.filter { $0 != " " && $0 != "\r" }.lowercased()
            guard answer == "y" || answer == "yes" else {
                console.say("Nothing was changed.")
                return line == nil ? .interrupted : .ok
            }
        }
        tell(try IdentityFile.reset(in: places))
        return .ok
    }

    private func tell(_ key: PublicKey, path: String) {
        if console.manner.isJSON { return console.json(.object(IdentityCommands.members(key, path: path))) }
        console.result("Fingerprint  \(key.short), \(IdentityFingerprint(key))")
        console.result("Public key   \(key.hex)")
        console.result("Kept in      \(path)")
    }

    private func tell(_ change: IdentityFile.Change) {
        if console.manner.isJSON {
            let kept = JSONMember("kept", change.kept.map { .string($0) } ?? .null)
            return console.json(.object(IdentityCommands.members(change.key, path: change.path) + [kept]))
        }
        tell(change.key, path: change.path)
        if let kept = change.kept {
            console.say("The key before is kept:  \(ProgramName.shown) identity import \(kept)")
        }
    }

    /// Schema `snap.identity/1`.
    private static func members(_ key: PublicKey, path: String) -> [JSONMember] {
        [
            JSONMember("schema", "snap.identity/1"), JSONMember("fingerprint", .string(key.short)),
            JSONMember("publicKey", .string(key.hex)), JSONMember("path", .string(path)),
        ]
    }

    private func refusal(_ problem: String) -> UsageError { UsageError(problem: problem, command: parsed.command) }

    // MARK: Names for others

    func names() throws {
        for (identity, name) in try PetNames.load(from: places).all { tell(name, of: identity) }
    }

    /// Gives the second operand to the identity of the first one, shows what was given, or, with an empty name, takes it away.
    func name() throws {
        let given = try PetNames.load(from: places)
        let identity = try resolve(parsed.operands[0], given)
        guard parsed.operands.count > 1 else {
            guard let name = given[identity] else {
                console.say("You have given \(identity.short) no name.")
                return
            }
            return tell(name, of: identity)
        }
        let name = parsed.operands[1].isEmpty ? nil : try clean(parsed.operands[1])
        let isNew = try PetNames.set(name, for: identity, in: places)
        guard let name else {
            console.say(isNew ? "\(identity.short) has no name of yours any more." : "\(identity.short) has none.")
            return
        }
        tell(name, of: identity)
    }

    /// Schema `snap.name/1`.
    private func tell(_ name: String, of identity: PublicKey) {
        if console.manner.isJSON {
            console.json([
                "schema": "snap.name/1", "fingerprint": .string(identity.short), "publicKey": .string(identity.hex),
                "name": .string(name),
            ])
        } else {
            console.result("\(identity.short)  \(name)")
        }
    }

    private func clean(_ typed: String) throws(UsageError) -> String {
        do throws(NameRules.Fault) {
            return try NameRules.clean(typed)
        } catch {
            let why =
                switch error {
                case .empty: "it has nothing but spaces"
                case .tooManyCharacters: "it has more than \(Limits.nameCharacters) characters"
                case .tooManyBytes: "it has more than \(Limits.nameBytes) bytes"
                case .refused(let scalar):
                    "it has U+\(String(scalar, radix: 16, uppercase: true)), which cannot be seen"
                }
            throw refusal("\"\(Printable(typed, limit: 40))\" cannot be a name: \(why).")
        }
    }

    /// The identity that a whole public key is, or that a fingerprint is of among those one has met. Names are bound to whole keys, since
    /// another key with the same short fingerprint can be made.
    private func resolve(_ text: String, _ given: PetNames) throws -> PublicKey {
        let wanted = Printable(text, limit: 70)
        guard let sought = SoughtPlayer(text) else {
            throw refusal(
                "\"\(wanted)\" is no fingerprint: 8 digits like 1a2b3c4d, symbols like X25E-G5M7, or all 64 digits of a key."
            )
        }
        if let key = Hex.decode(text.lowercased()).flatMap({ PublicKey($0) }) { return key }
        let met = try TranscriptShelf.players(in: places)
        var found: [PublicKey] = []
        for key in met.map(\.identity) + given.all.map(\.identity) where sought.fits(key) && !found.contains(key) {
            found.append(key)
        }
        guard let first = found.first else {
            throw refusal(
                "nobody of fingerprint \(wanted) is in your transcripts (`snap transcripts` lists them); the whole public key "
                    + "does without.")
        }
        guard found.count == 1 else {
            throw refusal("several have the fingerprint \(wanted): \(found.map(\.hex).joined(separator: ", ")).")
        }
        return first
    }
}
