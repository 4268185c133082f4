internal import SnapNode

/// What is said to a visitor that gets nothing else.
enum RefusalPage {
    /// To who reads pages.
    static func response(status: UInt32, _ words: String) -> WebResponse {
        WebResponse(status: status, type: "text/html; charset=utf-8", body: Array(page(words).utf8))
    }

    /// To a program of the page.
    static func object(status: UInt32, _ words: String) -> WebResponse {
        let object: JSONValue = ["error": .string(words)]
        return .json(object.compact, status: status)
    }

    /// Without the cookie, or with a link that was used.
    static let noCookie = response(
        status: 403,
        "This page opens only by the link that snap shows in its terminal, and each link works once. "
            + "Look at the terminal in which snap runs: the last link there is a fresh one.")

    /// For who was led here from elsewhere: a browser sends the cookie only when this server's own page asks for the next.
    static let onward = WebResponse(
        type: "text/html; charset=utf-8",
        body: Array(page("Opening the table…", head: "<meta http-equiv=\"refresh\" content=\"0; url=./\">").utf8))

    /// `words` are the program's own, never a visitor's.
    private static func page(_ words: String, head: String = "") -> String {
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">\
        <meta name="color-scheme" content="light dark">\(head)<title>Snap!</title></head>
        <body><main><h1>Snap!</h1><p>\(words)</p></main></body></html>

        """
    }
}
