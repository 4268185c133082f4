"""People at a page: a program of Snap! that serves one, and a browser in which somebody plays."""

import os
import queue
import shutil
import subprocess
import tempfile
import threading
import time

from browser import Browser

# What lies on top of each pile, and the rank of it.
TOPS = """return [...document.querySelectorAll('[data-seat] .lies')].map((pile) => pile.lastElementChild?.dataset.card ?? '')"""


class Program:
    """One `snap` with a home of its own; `settings` are set first."""

    running = []

    @staticmethod
    def end_all():
        """Whatever a case that failed has left."""
        for program in list(Program.running):
            program.end()

    def __init__(self, binary, *arguments, **settings):
        Program.running.append(self)
        self.home = tempfile.mkdtemp(prefix="snap-web-")
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
        self.environment.update(HOME=self.home, SNAP_INTERFACE="lo", LC_ALL="C.UTF-8")
        self.binary = binary
        for name, value in settings.items():
            self.run("settings", "set", name, str(value))
        self.process = subprocess.Popen([binary, *arguments, "--ui", "web", "--no-browser"], stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True, env=self.environment)
        self.links = queue.Queue()
        self.lines = []
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.process.stdout:
            self.lines.append(line.rstrip())
            if "?token=" in line:
                self.links.put(line.split()[-1])

    def run(self, *arguments):
        """Another command of the same person: what it prints; the exit code must be 0."""
        done = subprocess.run([self.binary, *arguments], env=self.environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"snap {' '.join(arguments)}: exit {done.returncode}\n{done.stdout}{done.stderr}"
        return done.stdout

    def link(self):
        """A link that was not used yet."""
        return self.links.get(timeout=20)

    def transcripts(self):
        directory = os.path.join(self.home, ".local", "share", "snap", "transcripts")
        return sorted(os.path.join(directory, name) for name in os.listdir(directory)) if os.path.isdir(directory) else []

    def end(self):
        """Its exit code; it is ended if it goes on."""
        try:
            return self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.terminate()
            return self.process.wait(timeout=10)
        finally:
            if self in Program.running:
                Program.running.remove(self)
            shutil.rmtree(self.home, ignore_errors=True)


class Person(Browser):
    """Somebody at the page of a program, or of what a call starts once the browser is there."""

    def __init__(self, program, **window):
        super().__init__(**window)
        self.calls = 0
        try:
            self.go((program() if callable(program) else program).link())
            self.wait("return document.querySelector('h1') && !document.querySelector('.opening')", "the page")
        except BaseException:
            # Whoever was to close it has not got it.
            self.close()
            raise

    def words(self):
        return self.run("return document.body.innerText")

    def reach(self, words, most=60):
        """Goes with the Tab key to the control that begins with these words."""
        for _ in range(most):
            here = self.run("const a = document.activeElement; return (a.getAttribute('aria-label') ?? a.closest('label')?.innerText ?? "
                            "a.labels?.[0]?.innerText ?? a.innerText ?? '').trim()")
            if here.startswith(words):
                return
            self.press("Tab")
        raise AssertionError(f"no control \"{words}\" was reached by keyboard in: {self.words()[:400]}")

    def choose(self, words):
        """The control that begins with these words, by finger."""
        self.run("""for (const old of document.querySelectorAll('[data-sought]')) old.removeAttribute('data-sought');
            const found = [...document.querySelectorAll('button, a, summary, label')].find((one) => one.offsetParent && (one.getAttribute('aria-label') ?? one.innerText).trim().startsWith(arguments[0]));
            found?.setAttribute('data-sought', ''); found?.scrollIntoView({block: 'center'});""", words)
        self.tap("[data-sought]")

    def is_playing(self):
        return self.run("return Boolean(document.querySelector('.felt'))")

    def tops(self):
        return [card[:-1] for card in self.run(TOPS) if card]

    def play(self, turn, snap, seconds, until=lambda: False):
        """Plays until the game is over: calls each match once, turns when it is the own turn."""
        end = time.monotonic() + seconds
        called = None
        while self.is_playing() and not until():
            assert time.monotonic() < end, f"the game goes on after {seconds} s: {self.words()[:400]}"
            tops = self.tops()
            if len(set(tops)) < len(tops):
                if called != tops:
                    called = tops
                    self.calls += 1
                    snap()
            elif self.run("return Boolean(document.querySelector('.turn-button.ready'))"):
                turn()
            time.sleep(0.05)

    def nameless(self):
        """Controls of the accessibility tree that have no name, and pictures that say nothing."""
        roles = {"button", "link", "textbox", "slider", "checkbox", "radio", "combobox", "switch", "tab", "img", "dialog", "table"}
        return [node["role"]["value"] for node in self.tree()
                if node["role"]["value"] in roles and not node.get("name", {}).get("value", "").strip()]

    def faint(self):
        """Texts whose contrast with what lies behind them is under 4.5 to 1 (3 to 1 where they are large), as far as that has a colour."""
        return self.run(CONTRAST)


# WCAG 2.2, 1.4.3: relative luminance of the text's colour and of the first colour behind it that is solid.
CONTRAST = r"""
const parts = (text) => { const n = text.match(/[\d.]+/g).map(Number); return { rgb: n.slice(0, 3), a: n[3] ?? 1 }; };
const light = ({ rgb }) => { const [r, g, b] = rgb.map((v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const over = (top, under) => ({ rgb: top.rgb.map((v, i) => v * top.a + under.rgb[i] * (1 - top.a)), a: 1 });
const found = new Set();
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let node; (node = walker.nextNode());) {
  const element = node.parentElement, words = node.textContent.trim();
  if (!words || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || element.closest('.unseen, svg, [hidden], :disabled')) continue;
  const box = element.getBoundingClientRect();
  if (box.width < 2 || box.height < 2) continue;
  const layers = []; let base = null;
  for (let at = element; at && !base; at = at.parentElement) {
    const style = getComputedStyle(at), paint = parts(style.backgroundColor);
    if (style.backgroundImage !== 'none') {
      const colours = style.backgroundImage.match(/rgba?\([^)]*\)/g);
      if (colours) { base = colours.map(parts).find((one) => one.a === 1) ?? null; if (base) break; }
    }
    if (paint.a === 1) base = paint; else if (paint.a > 0) layers.unshift(paint);
  }
  let back = base ?? { rgb: [255, 255, 255], a: 1 };
  for (const layer of layers) back = over(layer, back);
  const style = getComputedStyle(element), ink = over(parts(style.color), back);
  const [a, b] = [light(ink), light(back)].sort((x, y) => y - x), ratio = (a + 0.05) / (b + 0.05);
  const size = parseFloat(style.fontSize), isLarge = size >= 24 || size >= 18.66 && parseInt(style.fontWeight) >= 700;
  if (ratio < (isLarge ? 3 : 4.5)) found.add(`${ratio.toFixed(2)}: ${words.slice(0, 40)}`);
}
return [...found];
"""
