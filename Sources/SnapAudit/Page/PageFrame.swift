internal import SnapProtocol

/// What every page has.
enum Page {
    static func head(title: String) -> String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>\(title)</title>
        <style>
        \(style)
        </style>
        </head>
        <body>
        <main>

        """
    }

    static let foot = """

        </main>
        <footer>Made by <code>snap audit</code>. Whoever has the file can check it again, with this program or another.</footer>
        </body>
        </html>

        """

    static let timelineKey = """
        <p class="small">Each stroke is a card turned. ● wins a race; ✕ called without a match and pays; ○ called in a race that nobody won.
        Time is that of the players' own clocks.</p>

        """

    static func finishKey(_ bounds: RaceBounds) -> String {
        """
        <p class="small">A bar ends at the time that counts, from the moment the player could know the card to the press; each picture shows the stretch
        around the finish, so bars do not begin at zero. The whisker shows between what
        times the others measured it, the ring the player's own word. Calls within the shaded stretch of \(Figures.millis(bounds.uncertaintyMicros))
        are a dead heat; a call measured more than \(Figures.millis(bounds.disputeMicros)) apart is disputed; a line is made up for by no
        more than \(Figures.millis(bounds.capMicros)).</p>

        """
    }

    /// Colours of the seats are told apart without red and green (Okabe and Ito); names stand beside them all the same.
    private static let style = """
        :root { --ink: #1b1d21; --soft: #5b616b; --paper: #ffffff; --panel: #f4f5f7; --line: #d3d7de; --good: #0b6b3a; --bad: #a8201a;
          --part: #8a5a00; --s0: #0072b2; --s1: #c45f00; --s2: #00805f; --s3: #a8478a; --heat: #f2d98c; }
        @media (prefers-color-scheme: dark) {
          :root { --ink: #e8eaee; --soft: #a5adba; --paper: #15171b; --panel: #1f2228; --line: #3a404a; --good: #5fd39a; --bad: #ff8d84;
            --part: #f0b94f; --s0: #56b4e9; --s1: #f0a050; --s2: #3fc9a4; --s3: #e09ac8; --heat: #5c4a12; }
        }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
        main, footer { max-width: 88rem; margin: 0 auto; padding: 0 clamp(0.75rem, 3vw, 2.5rem); }
        header { padding: 1.5rem 0 0.5rem; }
        header p { margin: 0.25rem 0; overflow-wrap: anywhere; }
        .verdict { font-size: clamp(1.75rem, 6vw, 2.75rem); font-weight: 700; line-height: 1.2; letter-spacing: 0.02em; }
        .good { color: var(--good); } .bad { color: var(--bad); } .part { color: var(--part); }
        h2 { font-size: 1.3rem; margin: 2rem 0 0.5rem; border-bottom: 2px solid var(--line); padding-bottom: 0.25rem; }
        h3 { font-size: 1.05rem; margin: 1rem 0 0.25rem; }
        dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.1rem 1rem; margin: 0.75rem 0 0; }
        dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
        bdi { display: inline-block; max-width: 100%; overflow: hidden; vertical-align: bottom; }
        code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere; }
        code.short { white-space: nowrap; }
        .hidden { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
        .small, footer { color: var(--soft); font-size: 0.875rem; max-width: 60rem; }
        footer { padding-top: 2rem; padding-bottom: 2rem; max-width: 88rem; }
        ul { padding-left: 1.2rem; margin: 0.5rem 0; } li { margin: 0.15rem 0; overflow-wrap: anywhere; }
        .wide { overflow-x: auto; }
        table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
        th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.9rem 0.35rem 0; border-bottom: 1px solid var(--line); }
        thead th { color: var(--soft); font-weight: 600; font-size: 0.875rem; }
        thead th { overflow-wrap: anywhere; } tbody th { font-weight: 600; min-width: 5.5rem; }
        .moments { width: auto; } .moments td { padding: 0.1rem 1rem 0.1rem 0; border: 0; }
        .mark { white-space: nowrap; font-weight: 600; }
        .key { display: inline-block; width: 0.75em; height: 0.75em; border-radius: 50%; margin-right: 0.4em; }
        .key.seat0 { background: var(--s0); } .key.seat1 { background: var(--s1); } .key.seat2 { background: var(--s2); }
        .key.seat3 { background: var(--s3); }
        .races { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)); gap: 0.75rem; }
        figure { margin: 0; padding: 0.6rem 0.75rem; background: var(--panel); border-radius: 0.5rem; break-inside: avoid; }
        figcaption { font-size: 0.9rem; margin-bottom: 0.25rem; overflow-wrap: anywhere; }
        figure:target { outline: 2px solid var(--s0); }
        svg { display: block; width: 100%; height: auto; }
        svg text { fill: var(--ink); font: 13px system-ui, sans-serif; unicode-bidi: isolate; }
        svg text.small { fill: var(--soft); font-size: 11px; } svg text.strong { font-weight: 700; }
        svg .middle { text-anchor: middle; } svg .end { text-anchor: end; }
        svg.timeline { min-width: 46rem; }
        .share { width: 6rem; height: 0.4rem; margin-top: 0.2rem; } .share .all { fill: var(--line); } .share .part { fill: var(--part); }
        .grid { stroke: var(--line); stroke-width: 1; }
        .heat { fill: var(--heat); }
        .bar.seat0, .won.seat0 { fill: var(--s0); } .bar.seat1, .won.seat1 { fill: var(--s1); } .bar.seat2, .won.seat2 { fill: var(--s2); }
        .bar.seat3, .won.seat3 { fill: var(--s3); }
        .turn { stroke-width: 1.5; } .turn.seat0 { stroke: var(--s0); } .turn.seat1 { stroke: var(--s1); } .turn.seat2 { stroke: var(--s2); }
        .turn.seat3 { stroke: var(--s3); }
        .won { stroke: var(--paper); stroke-width: 1.5; }
        .wrong { stroke: var(--bad); stroke-width: 2.5; fill: none; }
        .void { stroke: var(--soft); stroke-width: 1.5; fill: none; }
        .spread { stroke: var(--ink); stroke-width: 2; }
        .claim { fill: var(--paper); stroke: var(--ink); stroke-width: 1.5; }
        .median { stroke: var(--ink); stroke-width: 2; stroke-dasharray: 4 3; }
        a { color: var(--s0); }
        @media (max-width: 34rem) { table { font-size: 0.8125rem; } th, td { padding-right: 0.5rem; } tbody th { min-width: 4.5rem; } }
        summary { cursor: pointer; margin-top: 0.5rem; }
        @media print {
          :root { --ink: #000; --soft: #444; --paper: #fff; --panel: #fff; --line: #bbb; --good: #0b6b3a; --bad: #a8201a; --part: #6b4600;
            --s0: #0072b2; --s1: #c45f00; --s2: #00805f; --s3: #a8478a; --heat: #f2d98c; }
          body { font-size: 10.5pt; } main { max-width: none; padding: 0; }
          * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
          figure { border: 1px solid var(--line); } section { break-inside: auto; } h2 { break-after: avoid; }
          .races { grid-template-columns: 1fr 1fr; } svg.timeline { min-width: 0; } .wide { overflow: visible; } details { display: none; }
          table { font-size: 8.5pt; }
        }
        """
}
