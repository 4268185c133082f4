enum Version {
    /// As CHANGELOG.md has it.
    static let current = "0.1.0"
}
