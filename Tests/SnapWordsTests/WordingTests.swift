import SnapCrypto
import SnapNode
import SnapProtocol
import SnapWire
import Testing

@testable import SnapWords

/// How players are called.
@Suite struct WordingTests {
    @Test func givenNamesStandWhereOneIsIntroduced() throws {
        let identity = try SigningKey(seed: [UInt8](repeating: 3, count: 32))
        let session = try SigningKey(seed: [UInt8](repeating: 4, count: 32))
        var peer = Peer(
            PeerConfiguration(
                secret: try TableSecret(master: [UInt8](repeating: 7, count: 32)), identity: identity,
                sessionKey: session, name: "Ann [x]", acceptsByItself: true, seed: [UInt8](repeating: 1, count: 32),
                chainSecret: [UInt8](repeating: 2, count: 32), verified: VerifiedSet()))
        // It listens before it takes a seat.
        for second in 1...5 as ClosedRange<Int64> { _ = peer.step(.tick, at: Instant(micros: second * 1_000_000)) }
        try #require(peer.member(peer.me) != nil)
        let plain = Wording(isASCII: false)
        #expect(plain.introduction(peer.me, at: peer) == "Ann [x]")
        let names = PetNames(giving: "my sister", to: identity.publicKey)
        let wording = Wording(isASCII: false, petNames: names)
        #expect(wording.introduction(peer.me, at: peer) == "Ann \\u{5B}x] [my sister]")
        #expect(wording.name(peer.me, at: peer) == "Ann \\u{5B}x]")
    }
}
