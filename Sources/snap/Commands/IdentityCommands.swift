internal import SnapCrypto
internal import SnapNode

/// `snap identity show`.
func showIdentity(in places: Places, _ console: Console) throws {
    let identity = try Identity.shown(in: places)
    let key = identity.key.publicKey
    let path = try places.identityFile()
    if console.manner.isJSON {
        console.json(
            [
                "schema": "snap.identity/1", "fingerprint": .string(key.short), "publicKey": .string(key.hex),
                "path": .string(path),
            ])
        return
    }
    console.result("Fingerprint  \(key.short)")
    console.result("Public key   \(key.hex)")
    console.result("Kept in      \(path)")
}
