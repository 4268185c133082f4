"""A browser that a test drives: Debian's chromium by its chromedriver, over the WebDriver protocol (W3C). Only within a network namespace
without a way out, since a browser asks the network for things by itself."""

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"Enter": "\ue007", "Tab": "\ue004", "Space": " ", "Escape": "\ue00c", "Left": "\ue012", "Up": "\ue013", "Right": "\ue014",
        "Down": "\ue015", "Shift": "\ue008", "Home": "\ue011", "End": "\ue010",
        "PageUp": "\ue00e", "PageDown": "\ue00f"}


def require_namespace():
    """Refuses in the network that the machine is on."""
    outer = os.environ.get("SNAP_OUTER_NETNS")
    if not outer or outer == os.readlink("/proc/self/ns/net"):
        raise SystemExit("This needs a network namespace of its own: tools/netns-run COMMAND")


class Failure(Exception):
    """What the browser answered instead of doing what it was told."""


class Browser:
    """One window; `light` and `motion` as the person would have set them on its computer."""

    def __init__(self, width=1280, height=800, dark=False, reduced=False, touch=False):
        require_namespace()
        self.directory = tempfile.mkdtemp(prefix="snap-browser-")
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.base = None
        for line in self.driver.stdout:
            if "on port" in line and line.strip().endswith("."):
                self.base = f"http://127.0.0.1:{int(line.strip().rstrip('.').split()[-1])}"
                break
        arguments = ["--headless=new", "--no-sandbox", f"--user-data-dir={self.directory}", "--disable-dev-shm-usage",
                     f"--window-size={width},{height}", "--disable-background-networking", "--disable-component-update",
                     "--force-device-scale-factor=1", "--hide-scrollbars"]
        if touch:
            arguments.append("--touch-events=enabled")
        options = {"args": arguments, "binary": shutil.which("chromium")}
        answer = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}}})
        self.session = "/session/" + answer["sessionId"]
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=touch)
        if touch:
            self.cdp("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=1)
        self.cdp("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if reduced else "no-preference"}])

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data=data, method=method, headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as error:
            value = json.load(error)["value"]
            raise Failure(f"{value['error']}: {value['message'].splitlines()[0]}") from None

    def cdp(self, command, **parameters):
        return self.ask("POST", f"{self.session}/goog/cdp/execute", {"cmd": command, "params": parameters})

    def go(self, url):
        self.ask("POST", f"{self.session}/url", {"url": url})

    def reload(self):
        self.ask("POST", f"{self.session}/refresh", {})

    def run(self, script, *arguments):
        """The value of a function's body in the page."""
        return self.ask("POST", f"{self.session}/execute/sync", {"script": script, "args": list(arguments)})

    def find(self, selector):
        return self.ask("POST", f"{self.session}/element", {"using": "css selector", "value": selector})[ELEMENT]

    def text(self, selector="body"):
        return self.ask("GET", f"{self.session}/element/{self.find(selector)}/text")

    def press(self, *names):
        """Keys one after the other, to whatever has the focus; "Shift+Tab" holds the first."""
        actions = []
        for name in names:
            keys = [KEYS.get(key, key) for key in name.split("+")] if len(name) > 1 else [name]
            actions += [{"type": "keyDown", "value": key} for key in keys]
            actions += [{"type": "keyUp", "value": key} for key in reversed(keys)]
        self.ask("POST", f"{self.session}/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def tap(self, selector):
        """A finger upon the middle of an element."""
        origin = {ELEMENT: self.find(selector)}
        self.ask("POST", f"{self.session}/actions", {"actions": [{
            "type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": [
                {"type": "pointerMove", "duration": 0, "x": 0, "y": 0, "origin": origin},
                {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]}]})

    def wait(self, script, what, seconds=15):
        """Until the function's body gives something true, which is what this gives."""
        end = time.monotonic() + seconds
        while True:
            value = self.run(script)
            if value:
                return value
            if time.monotonic() > end:
                shown = self.run("return document.body.innerText")
                raise AssertionError(f"after {seconds} s still not: {what}; the page says: {shown[:600]!r}")
            time.sleep(0.03)

    def tree(self):
        """The accessibility tree: its nodes that are not ignored."""
        return [node for node in self.cdp("Accessibility.getFullAXTree")["nodes"] if not node.get("ignored")]

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.ask("GET", f"{self.session}/screenshot")))

    def complaints(self):
        """Errors and refusals that the browser has noted since the last time."""
        return [entry["message"] for entry in self.ask("POST", f"{self.session}/se/log", {"type": "browser"})
                if entry["level"] == "SEVERE"]

    def close(self):
        try:
            self.ask("DELETE", self.session)
        finally:
            self.driver.terminate()
            self.driver.wait()
            shutil.rmtree(self.directory, ignore_errors=True)
