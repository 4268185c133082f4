import Foundation
import SnapAudit
import SnapCrypto
import SnapWire
import Testing

/// `snap identity`, and the names that one gives, where they are shown.
@Suite final class PetNameProgramTests {
    private let program: AuditProgram

    init() throws { program = try AuditProgram() }
    deinit { program.remove() }

    @Test func aGivenNameStandsBesideTheClaimedOne() throws {
        let path = try program.file("game", PlayedGame.short)
        let player = try #require(audit(PlayedGame.short, verified: PlayedGame.verified).players.first)
        let short = player.identity.short
        let unknown = try program.run("\"$SNAP\" identity name \(short) 'my sister'")
        #expect(unknown.code == 64 && unknown.err.contains("nobody of fingerprint \(short)"))
        _ = try program.run(
            "mkdir -p .local/share/snap/transcripts; cp \(path) .local/share/snap/transcripts/2026-11-30-4HMA-SW95-1.snap"
        )
        let named = try program.run("\"$SNAP\" identity name \(short.uppercased()) 'my sister'")
        #expect(named.code == 0 && named.out == "\(short)  my sister\n")
        // By the fingerprint that the page of an audit shows.
        let symbols = IdentityFingerprint(player.identity).description.lowercased()
        #expect(try program.run("\"$SNAP\" identity name \(symbols) 'my sister'").out == named.out)
        let introduced = "\(player.name) (\(short)) [my sister]"
        for command in ["transcripts", "replay \(path)", "audit \(path)", "transcript show --event 1 \(path)"] {
            let shown = try program.run("\"$SNAP\" \(command)")
            #expect(shown.out.contains(introduced), "\(command): \(shown)")
            #expect(shown.out.components(separatedBy: " [my").count == 2, "\(command)")
        }
        let listed = try program.run("\"$SNAP\" identity names --json")
        #expect(
            listed.out
                == #"{"schema":"snap.name/1","fingerprint":"\#(short)","publicKey":"\#(player.identity.hex)","name":"my sister"}"#
                + "\n")
        #expect(try program.run("\"$SNAP\" identity name \(player.identity.hex) ''").code == 0)
        #expect(try program.run("\"$SNAP\" identity names").out == "")
        for wrong in ["1a2b 'x'", "'x y z'", "\(short) ' '", "\(short) \"$(printf 'a\\033b')\"", "\(short) x y"] {
            #expect(try program.run("\"$SNAP\" identity name \(wrong)").code == 64, "\(wrong)")
        }
    }

    /// What cannot be understood hides no result.
    @Test func aBrokenFileOfNamesIsSaid() throws {
        let path = try program.file("game", PlayedGame.short)
        _ = try program.run("mkdir -p .config/snap; echo '{' >.config/snap/names.json")
        let result = try program.run("\"$SNAP\" replay \(path)")
        #expect(result.code == 0 && result.out.contains("VERIFIED") && result.err.contains("names.json: line 2"))
        #expect(try program.run("\"$SNAP\" identity names").code == 78)
    }

    @Test func theIdentityGoesThereAndBack() throws {
        let mine = try program.run("\"$SNAP\" identity").out
        let exported = try program.run("\"$SNAP\" identity export me.key --json")
        #expect(exported.code == 0 && exported.out.contains(#""path":"me.key""#))
        #expect(try program.run("\"$SNAP\" identity export me.key").code == 74)
        #expect(try program.run("\"$SNAP\" identity export -").code == 64)
        let asked = try program.run("\"$SNAP\" identity reset")
        #expect(asked.code == 64 && asked.err.contains("--yes"))
        #expect(try program.run("\"$SNAP\" identity").out == mine)
        let reset = try program.run("\"$SNAP\" identity reset --yes --no-input --json")
        #expect(reset.code == 0 && reset.out.contains(#"/identity.key.old""#))
        #expect(try program.run("\"$SNAP\" identity").out != mine)
        #expect(try program.run("\"$SNAP\" identity import me.key").out == mine)
        #expect(try program.run("\"$SNAP\" identity").out == mine)
        #expect(try program.run("\"$SNAP\" identity import nowhere").code == 66)
        #expect(try program.run("echo Hello >bad; \"$SNAP\" identity import bad").code == 78)
        #expect(try program.run("\"$SNAP\" identity").out == mine)
    }
}
