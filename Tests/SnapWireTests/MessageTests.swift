import SnapCrypto
import Testing

@testable import SnapWire

@Suite struct MessageTests {
    @Test func messagesRoundTrip() throws {
        let seed = Samples.seed()
        print("SNAP_SEED=\(seed)")
        var samples = Samples(seed: seed)
        for _ in 0..<200 {
            let count = 1 + Int(samples.random.below(UInt64(Limits.messageEvents)))
            let events = samples.list(count) { $0.random.bytes(Int($0.random.below(30))) }
            for message in [
                Message.events(events), .heartbeat(samples.random.bytes(300)), .remark(samples.random.bytes(300)),
            ] {
                #expect(try Message.decode(message.encode()) == message, "seed \(seed)")
            }
        }
    }

    @Test func framing() throws {
        #expect(Hex.encode(Message.events([[1, 2], [3]]).encode()) == "82018242010" + "24103")
        #expect(Hex.encode(Message.heartbeat([9]).encode()) == "82024109")
        #expect(Hex.encode(Message.remark([9]).encode()) == "82034109")
    }

    @Test func bounds() throws {
        let most = [[UInt8]](repeating: [7], count: Limits.messageEvents)
        #expect(try Message.decode(Message.events(most).encode()) == .events(most))
        #expect(throws: WireError.self) { try Message.decode(Message.events(most + [[7]]).encode()) }
        #expect(throws: WireError.self) { try Message.decode(Message.events([]).encode()) }
        let long = [UInt8](repeating: 1, count: Limits.event)
        #expect(try Message.decode(Message.events([long]).encode()) == .events([long]))
        #expect(throws: WireError.self) { try Message.decode(Message.events([long + [1]]).encode()) }
        #expect(throws: WireError.self) { try Message.decode(Message.heartbeat(long + [1]).encode()) }
        #expect(throws: WireError.self) { try Message.decode(Message.remark(long + [1]).encode()) }
        #expect(throws: WireError(.unknownKind(4), at: 1, in: "message.kind")) { try Message.decode([0x82, 4, 0x40]) }
        #expect(throws: WireError.self) { try Message.decode([0x82, 2, 0x40, 0]) }
        let wide = Message.events([long, [UInt8](repeating: 1, count: 200)]).encode()
        #expect(throws: WireError(.tooManyBytes(limit: Limits.datagram), at: 0, in: "message")) {
            try Message.decode(wide)
        }
    }

    @Test func packingKeepsOrderAndBounds() throws {
        let seed = Samples.seed()
        print("SNAP_SEED=\(seed)")
        var samples = Samples(seed: seed)
        for _ in 0..<100 {
            let widest = 1 + samples.random.below(UInt64(Limits.event))
            let events = samples.list(Int(samples.random.below(120))) {
                $0.random.bytes(Int($0.random.below(widest)) + 1)
            }
            var unpacked: [[UInt8]] = []
            for message in Message.packing(events) {
                let bytes = message.encode()
                // Seal: version, tag, nonce and authenticator.
                #expect(bytes.count + 1 + 8 + 24 + 16 <= Limits.datagram, "seed \(seed)")
                guard case .events(let batch) = try Message.decode(bytes) else {
                    Issue.record("no events")
                    return
                }
                unpacked += batch
            }
            #expect(unpacked == events, "seed \(seed)")
        }
        #expect(Message.packing([]).isEmpty)
        #expect(Message.packing([[UInt8](repeating: 0, count: Limits.event + 1), [1]]) == [.events([[1]])])
    }
}

@Suite struct HeartbeatTests {
    @Test func arbitraryHeartbeatsRoundTrip() throws {
        let seed = Samples.seed()
        print("SNAP_SEED=\(seed)")
        var samples = Samples(seed: seed)
        let key = Samples.key(1)
        for _ in 0..<200 {
            let heartbeat = samples.heartbeat(by: key)
            let bytes = heartbeat.signed(by: key)
            #expect(try Heartbeat.open(bytes) == heartbeat, "seed \(seed)")
            #expect(try Heartbeat.open(bytes).signed(by: key) == bytes)
            #expect(try Message.decode(Message.heartbeat(bytes).encode()) == .heartbeat(bytes))
        }
    }

    @Test func everyFlippedByteIsRefused() throws {
        var samples = Samples(seed: 10)
        let bytes = samples.heartbeat(by: Samples.key(1)).signed(by: Samples.key(1))
        for index in bytes.indices {
            var flipped = bytes
            flipped[index] ^= UInt8(1 << (index % 8))
            #expect(throws: WireError.self, "byte \(index)") { try Heartbeat.open(flipped) }
        }
    }

    @Test func bounds() throws {
        let key = Samples.key(1)
        var samples = Samples(seed: 11)
        func open(
            seq: UInt64 = 1, state: UInt64 = 0, entries: [HeartbeatEntry] = []
        ) throws -> Heartbeat {
            try Heartbeat.open(
                Heartbeat(
                    author: key.publicKey, table: Samples.table, probe: .max, seq: seq, state: state, ask: nil,
                    entries: entries
                ).signed(by: key))
        }
        let entry = HeartbeatEntry(
            author: samples.octets(), seq: Limits.counter, echo: .max, holdMicros: Limits.holdMicros)
        #expect(try open(seq: Limits.counter, state: 4, entries: [entry]).entries == [entry])
        #expect(throws: WireError.self) { try open(seq: Limits.counter + 1) }
        #expect(throws: WireError.self) { try open(state: 5) }
        #expect(throws: WireError.self) { try open(entries: [entry, entry]) }
        var own = entry
        own.author = key.publicKey
        #expect(throws: WireError.self) { try open(entries: [own]) }
        var held = entry
        held.holdMicros += 1
        #expect(throws: WireError.self) { try open(entries: [held]) }
        let many = samples.list(Limits.heads + 1) {
            HeartbeatEntry(author: $0.octets(), seq: 1, echo: .max, holdMicros: Limits.holdMicros)
        }
        #expect(try open(entries: Array(many.dropLast())).entries.count == Limits.heads)
        #expect(throws: WireError.self) { try open(entries: many) }
    }

    @Test func eventsAreNoHeartbeats() {
        var samples = Samples(seed: 12)
        let event = samples.event(7, by: Samples.key(1))
        #expect(throws: WireError.self) { try Heartbeat.open(event.bytes) }
        #expect(throws: WireError.self) {
            try Event.decode(samples.heartbeat(by: Samples.key(1)).signed(by: Samples.key(1)))
        }
    }
}

@Suite struct BeaconTests {
    @Test func arbitraryBeaconsRoundTrip() throws {
        let seed = Samples.seed()
        print("SNAP_SEED=\(seed)")
        var samples = Samples(seed: seed)
        let key = Samples.key(1)
        for _ in 0..<200 {
            let beacon = samples.beacon(by: key)
            let bytes = beacon.signed(by: key)
            #expect(bytes.count <= Limits.beacon)
            #expect(try Beacon.open(bytes) == beacon, "seed \(seed)")
            #expect(try Beacon.open(bytes).signed(by: key) == bytes)
        }
    }

    @Test func everyFlippedByteIsRefused() throws {
        var samples = Samples(seed: 13)
        let bytes = samples.beacon(by: Samples.key(1)).signed(by: Samples.key(1))
        for index in bytes.indices {
            var flipped = bytes
            flipped[index] ^= UInt8(1 << (index % 8))
            #expect(throws: WireError.self, "byte \(index)") { try Beacon.open(flipped) }
        }
    }

    /// Another version may have other fields, so it is known by its first.
    @Test func otherVersionIsNamed() throws {
        let payload = CBORValue.array([.unsigned(2), .text("new"), .null]).encoded
        let bytes = Envelope.seal(payload, for: .beacon, by: Samples.key(1))
        #expect(throws: WireError(.badVersion(got: 2), at: 44, in: "beacon.version")) { try Beacon.open(bytes) }
    }

    @Test func boundsAndNames() throws {
        let key = Samples.key(1)
        let good = Beacon(
            author: key.publicKey, tag: [UInt8](repeating: 1, count: 8), code: TableCode(value: 5),
            tableName: String(repeating: "a", count: 96), state: .playing, seated: 4, seats: 4,
            playerName: String(repeating: "b", count: 96), port: 65535)
        #expect(try Beacon.open(good.signed(by: key)) == good)
        func refused(_ change: (inout Beacon) -> Void) {
            var beacon = good
            change(&beacon)
            #expect(throws: WireError.self) { try Beacon.open(beacon.signed(by: key)) }
        }
        refused { $0.tag = [1] }
        refused { $0.tableName = "" }
        refused { $0.tableName += "a" }
        refused { $0.playerName = "a\u{202e}b" }
        refused { $0.seated = 0 }
        refused { $0.seated = 5 }
        refused { $0.seats = 1 }
        refused { $0.seats = 5 }
        refused { $0.port = 0 }
    }
}
