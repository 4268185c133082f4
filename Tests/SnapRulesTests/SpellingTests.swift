import SnapRules
import Testing

@Suite struct SpellingTests {
    private let names = ["new", "join", "list", "solo", "settings", "get", "set", "reset", "name"]

    @Test(arguments: [
        ("slo", ["solo"]), ("SOLO", ["solo"]), ("jion", ["join"]), ("gte", ["get"]), ("settngs", ["settings"]),
        ("sett", ["set"]), ("settin", ["settings"]), ("sets", ["set"]), ("nope", []),
        ("x", []), ("", []), ("frobnicate", []), (String(repeating: "s", count: 33), []),
    ])
    func near(word: String, expected: [String]) { #expect(Spelling.near(word, in: names) == expected) }

    @Test func theNearestComesFirst() {
        #expect(Spelling.near("reste", in: ["rest", "reset"]) == ["rest", "reset"])
        #expect(Spelling.near("turnPasue", in: ["turnLimit", "turnPause"]) == ["turnPause"])
        #expect(Spelling.near("turn", in: ["turnLimit", "recycle", "turnPause"]) == ["turnLimit", "turnPause"])
    }
}
