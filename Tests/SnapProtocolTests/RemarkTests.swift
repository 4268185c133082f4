import SnapCrypto
import SnapWire
import Testing

@testable import SnapProtocol

/// What went from one peer to another, as somebody on the network who has the code sees it.
private final class Overheard {
    var remarks: [[UInt8]] = []
    var heartbeats: [PublicKey: Heartbeat] = [:]
    var remarksToLose = 0

    /// For `Table.tamper`.
    func pass(_ from: Int, _ to: Int, _ bytes: [UInt8]) -> [UInt8]? {
        switch try? Datagram.open(bytes, with: Table.secret) {
        case .remark?:
            if remarksToLose > 0 {
                remarksToLose -= 1
                return nil
            }
            remarks.append(bytes)
        case .heartbeat(let signed)?:
            if let heartbeat = try? Heartbeat.open(signed) { heartbeats[heartbeat.author] = heartbeat }
        default: break
        }
        return bytes
    }
}

@Suite struct TableRemarkTests {
    private func said(_ table: Table, _ index: Int) -> [String] {
        table.notices[index].compactMap { notice in
            guard case .said(let key, let text) = notice else { return nil }
            return "\(table.peers.firstIndex { $0.me == key } ?? -1): \(text)"
        }
    }

    /// A sealed remark by the key of `author`'s session, said `later` microseconds after its last heartbeat.
    private func forged(
        _ text: String, by author: Int, as named: Int, _ heard: Overheard, later: UInt64, in table: Table
    ) throws -> [UInt8] {
        let key = table.peers[named].me
        let heartbeat = try #require(heard.heartbeats[key])
        let remark = Remark(
            author: key, table: heartbeat.table, epoch: heartbeat.epoch, probe: heartbeat.probe &+ later, text: text)
        let signed = remark.signed(by: table.peers[author].configuration.sessionKey)
        // Who signs puts its own key into the envelope: here it is the other's.
        var bytes = signed
        bytes.replaceSubrange(10..<42, with: key.bytes)
        return try Datagram.seal(
            .remark(bytes), with: Table.secret, nonce: [UInt8](repeating: UInt8(truncatingIfNeeded: later), count: 24))
    }

    @Test func everyoneHearsARemarkOnceInLobbyAndGame() throws {
        var table = try Table(3)
        table.run(500_000)
        table.step(1, .command(.say("Hello \u{1f44b}")))
        table.run(2_000_000)
        for index in table.peers.indices { #expect(said(table, index) == ["1: Hello \u{1f44b}"]) }
        var game = try Table.playing(3)
        game.play(rounds: 30)
        game.step(2, .command(.say("Nice")))
        game.step(2, .command(.say("one")))
        game.play(rounds: 60)
        for index in game.peers.indices { #expect(said(game, index) == ["2: Nice", "2: one"]) }
        #expect(game.transcripts.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("Nice") })
    }

    @Test func aRemarkIsSentOftenEnough() throws {
        var table = try Table(2)
        let heard = Overheard()
        table.tamper = heard.pass
        table.run(500_000)
        heard.remarksToLose = 3
        table.step(0, .command(.say("Hello")))
        table.run(2_000_000)
        #expect(said(table, 1) == ["0: Hello"])
        #expect(heard.remarks.count == 1)
    }

    @Test func whatWasSaidBeforeIsNotSaidAgain() throws {
        var table = try Table(3, late: [2])
        let heard = Overheard()
        table.tamper = heard.pass
        table.run(500_000)
        table.step(0, .command(.say("Hello")))
        table.run(1_500_000)
        let old = try #require(heard.remarks.first)
        table.step(1, .datagram(old, from: PeerAddress(raw: 0)))
        #expect(said(table, 1) == ["0: Hello"])
        table.run(3_000_000)
        table.dead = []
        table.step(2, .tick)
        table.run(2_000_000)
        #expect(table.peers[2].members.count == 3)
        table.step(2, .datagram(old, from: PeerAddress(raw: 0)))
        #expect(said(table, 2).isEmpty, "it was said before this one came")
        table.step(0, .command(.say("Welcome")))
        table.run(200_000)
        #expect(said(table, 2) == ["0: Welcome"])
    }

    @Test func nobodySpeaksForAnother() throws {
        var table = try Table(3)
        let heard = Overheard()
        table.tamper = heard.pass
        table.run(500_000)
        let lie = try forged("I give up", by: 1, as: 2, heard, later: 1_000, in: table)
        table.step(0, .datagram(lie, from: PeerAddress(raw: 1)))
        #expect(said(table, 0).isEmpty)
        let truth = try forged("I give up", by: 2, as: 2, heard, later: 1_000, in: table)
        table.step(0, .datagram(truth, from: PeerAddress(raw: 1)))
        #expect(said(table, 0) == ["2: I give up"])
    }

    /// Its own peer holds it to what the others would show, and the others hold a peer to it that does not.
    @Test func nobodyTalksOthersDown() throws {
        var table = try Table(2)
        let heard = Overheard()
        table.tamper = heard.pass
        table.run(500_000)
        for number in 0..<20 { table.step(0, .command(.say("\(number)"))) }
        #expect(said(table, 0).count == 5)
        #expect(table.notices[0].count { $0 == .refused(.saysTooMuch) } == 15)
        for number in 0..<50 {
            let more = try forged("\(number)", by: 0, as: 0, heard, later: 2_000 + UInt64(number), in: table)
            table.step(1, .datagram(more, from: PeerAddress(raw: 0)))
        }
        #expect(said(table, 1).count == 5)
        table.run(2_500_000)
        table.step(0, .command(.say("again")))
        table.run(100_000)
        #expect(said(table, 1).last == "0: again")
    }

    @Test(arguments: ["", "two\nlines", String(repeating: "x", count: Limits.remarkBytes + 1)])
    func whatNobodyWouldTakeIsNotSent(text: String) throws {
        var table = try Table(2)
        table.run(500_000)
        table.step(0, .command(.say(text)))
        table.run(100_000)
        #expect(table.notices[0].last == .refused(.unsayable))
        #expect(said(table, 1).isEmpty)
    }

    @Test func whoHasLeftIsNotHeard() throws {
        var table = try Table(2)
        let heard = Overheard()
        table.tamper = heard.pass
        table.run(500_000)
        table.step(1, .command(.leave))
        table.run(100_000)
        let late = try forged("Bye", by: 1, as: 1, heard, later: 1_000, in: table)
        table.step(0, .datagram(late, from: PeerAddress(raw: 1)))
        #expect(said(table, 0).isEmpty)
    }
}
