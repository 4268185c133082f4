// swift-tools-version: 6.3
import PackageDescription

/// Every Swift target is compiled with the same strictness; a warning is an error.
let strict: [SwiftSetting] = [
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

var targets: [Target] = [
    // Floor 0: C.
    .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .systemLibrary(name: "CMicrohttpd", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .target(name: "CSystem"),
    .target(name: "CPage"),
    library("SnapCrypto", ["CSodium"]),
    // Floor 1: what is said, and what the game is.
    library("SnapWire", ["SnapCrypto"]),
    library("SnapRules"),
    // Floor 2: one peer as a value; bytes in and out.
    library("SnapProtocol", ["SnapCrypto", "SnapWire", "SnapRules"]),
    library("SnapNetwork", ["CSystem"]),
    // Floor 3: who uses a peer without a network.
    library("SnapPlayers", ["SnapRules"]),
    library("SnapAudit", ["SnapCrypto", "SnapWire", "SnapRules", "SnapProtocol"]),
    library(
        "SnapSimulator",
        ["SnapCrypto", "SnapWire", "SnapRules", "SnapProtocol", "SnapPlayers", "SnapAudit"]),
    // Floor 4: the live peer.
    library(
        "SnapNode",
        ["SnapCrypto", "SnapWire", "SnapRules", "SnapProtocol", "SnapPlayers", "SnapNetwork", "CSystem"]),
    // Floor 5: what is said of a table, in words and as objects.
    library("SnapWords", ["SnapCrypto", "SnapWire", "SnapRules", "SnapProtocol", "SnapNode"]),
    // Floor 6: what people meet.
    library(
        "SnapTerminal", ["SnapCrypto", "SnapWire", "SnapRules", "SnapProtocol", "SnapAudit", "SnapNode", "SnapWords"]),
    .target(
        name: "SnapWeb",
        dependencies: [
            "CMicrohttpd", "CPage", "CSystem", "SnapCrypto", "SnapWire", "SnapRules", "SnapProtocol", "SnapPlayers",
            "SnapAudit", "SnapNetwork", "SnapNode", "SnapWords",
        ], exclude: ["Page"], swiftSettings: strict),
    // Floor 7: the programs.
    program(
        "snap",
        [
            "SnapCrypto", "SnapWire", "SnapRules", "SnapProtocol", "SnapPlayers", "SnapAudit", "SnapNetwork",
            "SnapNode", "SnapWords", "SnapTerminal", "SnapWeb",
        ]),
    program("snap-simulator", ["SnapSimulator"]),
    // Tests mirror targets.
    tests("SnapCryptoTests", ["SnapCrypto"]),
    tests("SnapWireTests", ["SnapWire", "SnapCrypto"]),
    tests("SnapRulesTests", ["SnapRules"]),
    tests("SnapProtocolTests", ["SnapProtocol", "SnapWire", "SnapCrypto", "SnapRules"]),
    tests("SnapNetworkTests", ["SnapNetwork"]),
    tests("SnapPlayersTests", ["SnapPlayers", "SnapRules"]),
    tests("SnapAuditTests", ["SnapAudit", "SnapProtocol", "SnapWire", "SnapCrypto", "SnapRules", "SnapSimulator"]),
    tests(
        "SnapSimulatorTests",
        ["SnapSimulator", "SnapProtocol", "SnapWire", "SnapCrypto", "SnapRules", "SnapPlayers", "SnapAudit"]),
    tests("SnapWordsTests", ["SnapWords", "SnapNode", "SnapProtocol", "SnapWire", "SnapCrypto", "SnapRules"]),
    tests("SnapTerminalTests", ["SnapTerminal", "SnapNode", "SnapProtocol"]),
    tests(
        "SnapWebTests",
        [
            "SnapWeb", "SnapAudit", "SnapProtocol", "SnapWire", "SnapCrypto", "SnapRules", "SnapPlayers", "SnapNetwork",
            "SnapNode",
        ]),
    tests(
        "SnapNodeTests",
        [
            "snap", "SnapNode", "SnapProtocol", "SnapWire", "SnapCrypto", "SnapRules", "SnapPlayers", "SnapNetwork",
            "SnapSimulator",
        ]),
]

// The fuzzers need libFuzzer's runtime, so they exist only when asked for by name (tools/fuzz does).
if let asked = Context.environment["SNAP_FUZZ"] {
    let fuzzers = [
        program("snap-fuzz-codec", ["SnapWire", "SnapCrypto"]),
        program("snap-fuzz-step", ["SnapProtocol", "SnapWire", "SnapCrypto", "SnapRules", "SnapSimulator"]),
    ]
    targets += fuzzers.filter { fuzzer in asked.split(separator: " ").contains { $0 == fuzzer.name } }
}

let package = Package(
    name: "snap",
    products: [
        .executable(name: "snap", targets: ["snap"]),
        .executable(name: "snap-simulator", targets: ["snap-simulator"]),
    ],
    targets: targets,
    swiftLanguageModes: [.v6]
)
