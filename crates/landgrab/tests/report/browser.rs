//! A headless Chromium and the few words of its debugging protocol that a test needs. Every wait has a deadline.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;
use tempfile::TempDir;
use tungstenite::{Message, WebSocket};

/// So long that no machine is too slow, and short enough to see that something hangs.
const DEADLINE: Duration = Duration::from_secs(120);
/// The names that Chromium goes by.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

pub struct Browser {
    process: Child,
    socket: WebSocket<TcpStream>,
    session: Option<String>,
    sent: u64,
    _profile: TempDir,
}

impl Browser {
    /// Starts one and opens a page.
    pub fn open(page: &Path) -> Self {
        Self::open_at(page, "")
    }

    /// Starts one and opens a page at a part of it, such as `#5`.
    pub fn open_at(page: &Path, part: &str) -> Self {
        let profile = tempfile::tempdir().expect("a temporary folder");
        let program = NAMES.into_iter().find(|name| is_there(name));
        let program =
            program.unwrap_or_else(|| panic!("none of {NAMES:?} is installed (cargo xtask test installs it)"));
        let mut command = Command::new(program);
        command.args(["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"]);
        command.args(["--disable-background-networking", "--disable-component-update", "--remote-debugging-port=0"]);
        command.args(["--window-size=1300,1000", "about:blank"]);
        command.arg(format!("--user-data-dir={}", profile.path().display()));
        let mut process =
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
        let address = address(BufReader::new(process.stderr.take().expect("stderr is piped")));
        let place = address.strip_prefix("ws://").and_then(|rest| rest.split('/').next()).expect("an address");
        let stream = TcpStream::connect(place).expect("the browser listens");
        stream.set_read_timeout(Some(DEADLINE)).expect("a deadline can be set");
        let (socket, _) = tungstenite::client(address.as_str(), stream).expect("the browser speaks the protocol");
        let mut browser = Self { process, socket, session: None, sent: 0, _profile: profile };
        let target = browser.call("Target.createTarget", &json!({ "url": "about:blank" }));
        let id = target["targetId"].as_str().expect("a page").to_string();
        let session = browser.call("Target.attachToTarget", &json!({ "targetId": id, "flatten": true }));
        browser.session = Some(session["sessionId"].as_str().expect("a session").to_string());
        browser.call("Page.enable", &json!({}));
        browser.send("Page.navigate", &json!({ "url": format!("file://{}{part}", page.display()) }));
        browser.receive(|message| message["method"] == "Page.loadEventFired");
        browser
    }

    /// The value of an expression in the page; an exception there fails the test.
    pub fn value(&mut self, expression: &str) -> Value {
        let answer = self.call("Runtime.evaluate", &json!({ "expression": expression, "returnByValue": true }));
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// The text of an element.
    pub fn text(&mut self, id: &str) -> String {
        let value = self.value(&format!("document.getElementById('{id}').textContent"));
        value.as_str().unwrap_or_else(|| panic!("no element {id}")).to_string()
    }

    /// Clicks into an element, at a share of its width, with the mouse.
    pub fn click(&mut self, id: &str, share: f64) {
        let place = self.value(&format!(
            "(() => {{ const e = document.getElementById('{id}'); e.scrollIntoView({{ block: 'center' }});
               const r = e.getBoundingClientRect(); return [r.x + r.width * {share}, r.y + r.height / 2]; }})()"
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", &event);
        }
    }

    /// Waits until an expression is true in the page.
    pub fn wait_for(&mut self, expression: &str) {
        let polled = format!(
            "new Promise(done => {{ const look = () => ({expression}) ? done(true) : requestAnimationFrame(look); look(); }})"
        );
        let answer = self.call("Runtime.evaluate", &json!({ "expression": polled, "awaitPromise": true }));
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
    }

    /// Shows the page as a screen of this width does, bright or dark.
    pub fn show_on(&mut self, width: u32, is_dark: bool) {
        let screen = json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.call("Emulation.setDeviceMetricsOverride", &screen);
        let scheme = if is_dark { "dark" } else { "light" };
        let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.call("Emulation.setEmulatedMedia", &media);
        // Listeners of the page hear of it with the next frame.
        let frame = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))";
        self.call("Runtime.evaluate", &json!({ "expression": frame, "awaitPromise": true }));
    }

    /// Presses a key such as `Home`.
    pub fn press(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            self.call("Input.dispatchKeyEvent", &json!({ "type": kind, "key": key, "code": key }));
        }
    }

    fn call(&mut self, method: &str, params: &Value) -> Value {
        let id = self.send(method, params);
        let answer = self.receive(|message| message["id"] == id);
        assert!(answer["error"].is_null(), "{method}: {answer}");
        answer["result"].clone()
    }

    fn send(&mut self, method: &str, params: &Value) -> u64 {
        self.sent += 1;
        let mut message = json!({ "id": self.sent, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.socket.send(Message::text(message.to_string())).expect("the browser listens");
        self.sent
    }

    fn receive(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.socket.read().expect("the browser answers in time");
            let Message::Text(text) = message else { continue };
            let value: Value = serde_json::from_str(&text).expect("the browser speaks JSON");
            if is_wanted(&value) {
                return value;
            }
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn is_there(name: &str) -> bool {
    Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|s| s.success())
}

/// Where the browser listens: it says so on stderr, which is read to its end, so that it never blocks on it.
fn address(stderr: impl BufRead + Send + 'static) -> String {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        for line in stderr.lines().map_while(Result::ok) {
            if let Some((_, address)) = line.split_once("DevTools listening on ") {
                let _ = sender.send(address.trim().to_string());
            }
        }
    });
    receiver.recv_timeout(DEADLINE).expect("the browser says where it listens")
}
