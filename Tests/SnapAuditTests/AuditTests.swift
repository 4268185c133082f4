import SnapAudit
import SnapCrypto
import SnapProtocol
import SnapWire
import Testing

@Suite struct AuditTests {
    @Test func aPlayedGameIsVerified() {
        for bytes in [PlayedGame.short, PlayedGame.long] {
            let report = audit(bytes, verified: PlayedGame.verified)
            print(report.text())
            #expect(report.verdict == .verified)
        }
    }
}
