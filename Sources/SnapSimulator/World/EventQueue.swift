/// What is still to come, by virtual time; of equal times what was put in first comes first. A binary heap.
struct EventQueue<Item> {
    private struct Entry {
        var at: Int64
        var number: UInt64
        var item: Item

        static func < (a: Entry, b: Entry) -> Bool { a.at != b.at ? a.at < b.at : a.number < b.number }
    }

    private var heap: [Entry] = []
    private var number: UInt64 = 0

    var count: Int { heap.count }
    /// When the next item comes; nil: none.
    var next: Int64? { heap.first?.at }

    mutating func put(_ item: Item, at: Int64) {
        number += 1
        heap.append(Entry(at: at, number: number, item: item))
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child] < heap[parent] else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    mutating func take() -> Item? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        if heap.isEmpty { return first.item }
        heap[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child] < heap[least] {
                least = child
            }
            if least == parent { return first.item }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
