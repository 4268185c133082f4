import Foundation

/// The third-party vectors, which are not part of the project: `SNAP_VECTORS`, or `../shared/vectors` beside the package.
enum PublicVectors {
    static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["SNAP_VECTORS"] { return URL(fileURLWithPath: path) }
        return URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("../shared/vectors").standardizedFileURL
    }()

    /// Nil, after saying how many cases that skips, where the file is absent.
    static func data(_ path: String, cases: Int) -> Data? {
        let file = folder.appendingPathComponent(path)
        guard FileManager.default.fileExists(atPath: file.path) else {
            print("skipped \(cases) public cases: no \(path) in SNAP_VECTORS or ../shared/vectors")
            return nil
        }
        return try? Data(contentsOf: file)
    }
}
