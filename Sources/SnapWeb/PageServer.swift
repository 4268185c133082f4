/// What serves the page: requests in, events out. One thread uses it.
public protocol PageServer: AnyObject {
    /// Readable when `run` has something to do.
    var descriptor: Int32 { get }
    /// Does what is due, without waiting.
    func run()
    /// Called several times a second, for what is due by time.
    func attend()
    /// Sends an event to every open page.
    func publish(event: String, data: String)
}

extension WebServer: PageServer {
    /// A state tells all that the one before told, and who connects is given it: only happenings are kept for who missed them.
    public func publish(event: String, data: String) { publish(event: event, data: data, isKept: event != "state") }
}
