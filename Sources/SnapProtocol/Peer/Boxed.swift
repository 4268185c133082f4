/// A large value on the heap: to copy it is to count a reference; the first change of a copy that is not alone makes it so.
///
/// A peer hands what it plays from rule to rule; without this each of them counted some sixty references.
struct Boxed<Value: Sendable>: Sendable {
    /// Unchecked: it is changed only by the one `Boxed` that refers to it, and read by those that share it.
    private final class Storage: @unchecked Sendable {
        var value: Value
        init(_ value: Value) { self.value = value }
    }

    private var storage: Storage

    init(_ value: Value) { storage = Storage(value) }

    var value: Value {
        _read { yield storage.value }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
            yield &storage.value
        }
    }
}
