"""A desktop client, Dino or Gajim, on a screen that nobody sees, for the server tests: needs root.

Commands come as lines of JSON on standard input, events go as lines of JSON to standard output.

  {"do": "start", "client": "dino" or "gajim", "jid": J, "password": P, "host": H, "port": N,
   "authority": F, "home": D, "chat": JID}      -> {"event": "ready"}: signed in, and that chat is open;
                                                  in cleartext (Gajim alone) without "authority"
  {"do": "enter", "text": T}                      types T into the open chat's composer and sends it
  {"do": "correct", "text": T}                    corrects what it sent last in the open chat
  {"do": "shown"}                               -> {"event": "shown", "texts": [...], "rows": [[...]]}
                                                  labels of the open chat from the top, and the same by message
  {"do": "join", "room": R, "nick": N}            enters a group and opens it
  {"do": "open", "chat": J}                       opens another chat, or a group it has entered
  {"do": "reply", "to": S, "text": T}             answers the message that is shown as S; Gajim by a quotation alone
  {"do": "react", "to": S, "emoji": E}            Dino alone, with one that a font has
  {"do": "private", "nick": N, "text": T}         to a member of the open group, whose own chat is open then
  {"do": "invite", "jid": J}                      into the open group, Gajim alone
  {"do": "picture", "path": F}                    the screen as PNG
  {"do": "quit"}

After each of them comes {"event": "done", "do": ...}, or {"event": "failed", "do": ..., "reason": ...}.
Ends by itself when its input ends, and so does all that it started.
"""

import json
import os
import queue
import socket
import sqlite3
import struct
import subprocess
import sys
import threading
import time

if os.getpid() != 1:
    # The first process of a namespace: when it ends, the kernel ends all others there.
    os.environ["DESKTOP"] = str(os.getpid())
    apart = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
    os.execvp("unshare", [*apart, "/usr/bin/python3", *sys.argv])

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib
from PIL import ImageGrab

# No two living desktops have the same.
NUMBER = int(os.environ["DESKTOP"])
# Short enough for sockets, seen by nobody else, and gone with this process.
OWN = "/tmp/.X11-unix"
BUS = f"unix:path={OWN}/run/bus"
V = GLib.Variant


def tell(event, **values):
    print(json.dumps({"event": event, **values}), flush=True)


def run(*words):
    return subprocess.run(words, check=True, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20)


def until(what, test, seconds=30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if found := test():
                return found
        except (GLib.Error, subprocess.CalledProcessError):
            # Widgets come and go while they are looked at.
            pass
        time.sleep(0.2)
    raise TimeoutError(what)


def has(node, state):
    return node.get_state_set().contains(state)


def children(node):
    return [c for i in range(node.get_child_count()) if (c := node.get_child_at_index(i))]


def below(node):
    """What is visible in a widget, from the top."""
    for child in children(node):
        if has(child, Atspi.StateType.VISIBLE):
            yield child
            # Which Dino keeps within its messages.
            if child.get_name() != "GtkEmojiChooser":
                yield from below(child)


def fill(field, text):
    # Keys would not do for letters that no keyboard has.
    if not Atspi.EditableText.set_text_contents(field, text):
        raise ValueError("not writable")
    until("the text", lambda: content(field) == text)


def content(field):
    return Atspi.Text.get_text(field, 0, Atspi.Text.get_character_count(field))


class Desktop:
    def __init__(self, command):
        self.home = command["home"]
        os.makedirs(OWN, exist_ok=True)
        run("mount", "-t", "tmpfs", "-o", "mode=1777", "none", OWN)
        os.mkdir(OWN + "/run", 0o700)
        if command.get("authority"):
            run("mount", "--bind", command["authority"], "/etc/ssl/certs/ca-certificates.crt")
        folders = {f"XDG_{n}_HOME": f"{self.home}/{n.lower()}" for n in ["CONFIG", "DATA", "CACHE", "STATE"]}
        for folder in folders.values():
            os.makedirs(folder, exist_ok=True)
        self.log = open(self.home + "/log", "w")
        os.environ.update(folders, HOME=self.home, XDG_RUNTIME_DIR=OWN + "/run", DISPLAY=f":{NUMBER}")
        os.environ.update(DBUS_SESSION_BUS_ADDRESS=BUS, LC_ALL="C.UTF-8", GSETTINGS_BACKEND="memory")
        os.environ.update(GDK_BACKEND="x11", GSK_RENDERER="cairo", GTK_A11Y="atspi", NO_AT_BRIDGE="0")
        screen = ["-screen", "0", "1200x900x24", "-nolisten", "tcp", "-noreset"]
        # The number is taken by nobody; the lock would be in everybody's folder.
        self.await_start("-displayfd", "Xvfb", os.environ["DISPLAY"], "-nolock", *screen)
        self.await_start("--print-address", "dbus-daemon", "--session", "--nofork", "--address", BUS)
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        enabled = V("(ssv)", ("org.a11y.Status", "IsEnabled", V("b", True)))
        self.call("org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties.Set", enabled)
        Atspi.init()
        self.root = Atspi.get_desktop(0)

    def start(self, *words, **more):
        return subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, **more)

    def await_start(self, option, *words):
        """Of a program that with this option writes to a file when it is ready."""
        ready, end = os.pipe()
        self.start(*words, option, str(end), pass_fds=[end])
        os.close(end)
        with open(ready) as told:
            if not told.readline():
                raise RuntimeError(f"{words[0]} does not start")

    def call(self, name, path, method, values):
        interface, _, method = method.rpartition(".")
        return self.bus.call_sync(name, path, interface, method, values, None, 0, 10000, None)

    def act(self, action, value, path=""):
        """An action of the application, or of its window, as its menus do it."""
        values = V("(sava{sv})", (action, [value] if value else [], {}))
        self.call(self.NAME, self.PATH + path, "org.gtk.Actions.Activate", values)

    def windows(self):
        return [w for application in children(self.root) for w in children(application)]

    def find(self, test, top=None):
        tops = [top] if top else self.windows()
        return next((node for top in tops for node in below(top) if test(node)), None)

    def await_node(self, what, test, top=None):
        return until(what, lambda: self.find(test, top))

    def composer(self):
        return self.await_node("the composer", self.is_composer)

    def key(self, name):
        run("xdotool", "key", name)

    def send(self, text):
        field = self.composer()
        fill(field, text)
        self.focus(self.TITLE, field)
        self.key("Return")
        until("the empty composer", lambda: not content(self.composer()), 10)

    def enter(self, command):
        self.send(command["text"])

    def shown(self, command):
        read = lambda: [[t for n in [row, *below(row)] if (t := self.text(n))] for row in self.rows()]
        # An empty chat is an answer as well.
        [rows] = until("the messages", lambda: [[row for row in read() if row]])
        tell("shown", texts=[text for row in rows for text in row], rows=rows)

    def picture(self, command):
        ImageGrab.grab(xdisplay=os.environ["DISPLAY"]).save(command["path"])


class Gajim(Desktop):
    NAME, PATH, TITLE = "org.gajim.Gajim", "/org/gajim/Gajim", "Gajim"
    WINDOW = "/window/1"
    OFF = "use_keyring show_notifications show_trayicon sounds_on check_for_update autoaway show_help_start_chat"
    # It refuses to be root, who needs no second account here.
    RUN = "import os; os.geteuid = lambda: 1; from gajim.gajim import main; main()"

    def __init__(self, command):
        super().__init__(command)
        self.account, _, domain = command["jid"].partition("@")
        self.groups = set()
        self.configure(command, domain)
        self.start("/usr/bin/python3", "-c", self.RUN, "--verbose")
        until("Gajim's window", lambda: [w for w in self.windows() if w.get_name() == self.TITLE])
        until("sign-in", lambda: self.has_action(self.account + "-services"))
        self.open(command)

    def configure(self, command, domain):
        account = {
            "name": self.account, "hostname": domain, "password": command["password"], "active": True,
            "use_custom_host": True, "custom_host": command["host"], "custom_port": int(command["port"]),
            "custom_type": "START TLS" if command.get("authority") else "PLAIN",
            "confirm_unencrypted_connection": False,
        }
        size = {"mainwin_width": 1200, "mainwin_height": 900}
        parts = {"app": dict.fromkeys(self.OFF.split(), False) | size, "workspaces": {"one": {"name": "one"}}}
        parts |= {"soundevents": {}, "status_presets": {}, "proxies": {}, "plugins": {}}
        folder = os.environ["XDG_CONFIG_HOME"] + "/gajim"
        os.makedirs(folder)
        base = sqlite3.connect(folder + "/settings.sqlite")
        base.executescript(
            "CREATE TABLE settings (name TEXT UNIQUE, settings TEXT); PRAGMA user_version = 5;"
            "CREATE TABLE account_settings (account TEXT UNIQUE, settings TEXT)"
        )
        for name, values in parts.items():
            base.execute("INSERT INTO settings VALUES (?, ?)", [name, json.dumps(values)])
        values = {"account": account, "contact": {}, "group_chat": {}}
        base.execute("INSERT INTO account_settings VALUES (?, ?)", [self.account, json.dumps(values)])
        base.commit()
        base.close()

    def has_action(self, name):
        found = self.call(self.NAME, self.PATH, "org.gtk.Actions.Describe", V("(s)", (name,)))
        return found.unpack()[0][0]

    def is_composer(self, node):
        return node.get_role_name() == "text" and has(node, Atspi.StateType.MULTI_LINE)

    def rows(self):
        top = self.composer()
        while not (found := self.find(lambda n: n.get_role_name() == "list box", top)):
            top = top.get_parent()
        return [row for row in children(found) if has(row, Atspi.StateType.VISIBLE)]

    def text(self, node):
        """The icons speak with their tips."""
        role, name = node.get_role_name(), node.get_name()
        if role == "icon":
            return node.get_description()
        return name if role == "label" or "://" in name else ""

    def focus(self, title, field=None):
        """Without a window manager nobody else gives it."""
        until(title, lambda: run("xdotool", "search", "--onlyvisible", "--name", title, "windowfocus"))
        if field:
            field.grab_focus()

    def correct(self, command):
        self.focus(self.TITLE, self.composer())
        self.key("ctrl+Up")
        until("the last message", lambda: content(self.composer()), 10)
        self.send(command["text"])

    def reply(self, command):
        """As it can: with a quotation."""
        self.act("quote", V("s", command["to"]), self.WINDOW)
        quoted = until("the quotation", lambda: content(self.composer()))
        self.send(quoted.rstrip("\n") + "\n" + command["text"])

    def invite(self, command):
        self.send("/invite " + command["jid"])

    def private(self, command):
        self.show(f"{self.group}/{command['nick']}", "pm")
        self.send(command["text"])

    def open(self, command):
        self.show(command["chat"], "groupchat" if command["chat"] in self.groups else "chat")

    def show(self, chat, kind):
        words = {"account": self.account, "jid": chat, "type": kind}
        values = {name: V("s", word) for name, word in words.items()} | {"select": V("b", True)}
        values["__types"] = V("a{ss}", {"jid": "JID"})
        self.act("add-chat", V("a{sv}", values), self.WINDOW)
        self.composer()
        if kind == "groupchat":
            self.group = chat

    def join(self, command):
        self.act("start-chat", V("as", [command["room"], ""]))
        title = "Start / Join Chat"
        window = until(title, lambda: [w for w in self.windows() if w.get_name() == title])[0]
        self.focus(title)
        row = self.await_node("the row", lambda n: n.get_name() == command["room"], window)
        until("its only row", lambda: has(row, Atspi.StateType.SHOWING))
        time.sleep(0.5)
        self.key("Return")
        button = self.await_node("Join", lambda n: n.get_name() == "Join", window)
        # The field is in a menu, which is not open.
        fill([n for n in everything(window) if n.get_role_name() == "text"][-1], command["nick"])
        button.do_action(0)
        self.groups.add(command["room"])
        self.group = command["room"]
        words = f"You ({command['nick']}) joined the group chat"
        self.await_node("the group", lambda n: n.get_name() == words)


def everything(node):
    for child in children(node):
        yield child
        yield from everything(child)


class Dino(Desktop):
    NAME, PATH, TITLE = "im.dino.Dino", "/im/dino/Dino", ""

    def __init__(self, command):
        super().__init__(command)
        self.serve_names(command["jid"].partition("@")[2], int(command["port"]))
        self.file = os.environ["XDG_DATA_HOME"] + "/dino/dino.db"
        first = self.start("dino-im")
        # It makes its tables and the row with their version at once.
        until("Dino's tables", lambda: os.path.exists(self.file) and self.ask("SELECT * FROM settings") is not None)
        first.kill()
        first.wait()
        # With a name of its own, or it takes what an earlier one sent for what it sent last.
        account = [command["jid"], f"dino.{NUMBER}", command["password"]]
        self.ask("INSERT INTO account (bare_jid, resourcepart, password, alias, enabled) VALUES (?, ?, ?, '', 1)", account)
        self.ask("INSERT INTO settings (key, value) VALUES ('notifications', 'false')")
        self.start("dino-im", "--print-xmpp=all")
        until("sign-in", lambda: self.ask("SELECT * FROM account WHERE roster_version IS NOT NULL"))
        try:
            # Older messages that come when the chat is open already are not shown.
            until("the archive", lambda: self.ask("SELECT * FROM mam_catchup"), 2)
        except TimeoutError:
            # There is none, or nothing in it.
            pass
        self.open(command)
        is_focused = lambda: has(self.composer(), Atspi.StateType.FOCUSED)
        self.window = until("the focus", lambda: is_focused() and run("xdotool", "getwindowfocus").stdout.strip())

    def ask(self, question, values=()):
        base = sqlite3.connect(self.file)
        try:
            with base:
                return base.execute(question, values).fetchall()
        except sqlite3.OperationalError:
            # No such table yet, or locked.
            return None
        finally:
            base.close()

    def serve_names(self, domain, port):
        """Dino asks nobody for a port: it takes what the names say."""
        address = f"127.{NUMBER >> 16 & 255}.{NUMBER >> 8 & 255}.{NUMBER & 255}"
        wire = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        wire.bind((address, 53))
        with open(OWN + "/names", "w") as file:
            file.write(f"nameserver {address}\n")
        run("mount", "--bind", OWN + "/names", "/etc/resolv.conf")
        threading.Thread(target=answer, args=(wire, domain, port), daemon=True).start()

    def is_composer(self, node):
        return node.get_name() == "GtkTextView"

    def point(self, node):
        place = Atspi.Component.get_extents(node, Atspi.CoordType.SCREEN)
        run("xdotool", "mousemove", str(place.x + 9), str(place.y + place.height // 2))

    def focus(self, title, field):
        """GTK 4 does it for nobody but the pointer."""
        self.point(field)
        # It takes the focus when it starts, and a dialog that ends leaves it to nobody.
        run("xdotool", "windowfocus", self.window, "click", "1")
        until("the focus", lambda: has(self.composer(), Atspi.StateType.FOCUSED), 5)

    def view(self):
        return self.await_node("the view", lambda n: n.get_name() == "DinoUiConversationSummaryConversationView")

    def layers(self):
        """The messages, and above them what is offered for one of them."""
        pane = self.await_node("the pane", lambda n: n.get_role_name() == "scroll pane", self.view())
        return children(self.await_node("the rows", lambda n: n.get_name() == "GtkOverlay", pane))

    def rows(self):
        return children(children(self.layers()[0])[0])

    def correct(self, command):
        self.focus(self.TITLE, self.composer())
        self.key("Up")
        view = self.view()
        fill(self.await_node("the last message", lambda n: n.get_name() == "GtkTextView", view), command["text"])
        self.await_node("the button", lambda n: n.get_name() == "Update message", view).do_action(0)

    def offer(self, text, action):
        """What it offers to do with a message when the pointer is over it."""
        # The last such; a quotation is deeper in its row.
        texts = lambda: [n for row in self.rows() for n in children(row) if self.text(n).strip() == text]
        label = until(text, texts)[-1]
        self.point(label)
        is_offered = lambda n: n.get_description() == action and n.get_n_actions()
        return until(action, lambda: self.find(is_offered, self.layers()[1]))

    def reply(self, command):
        self.offer(command["to"], "Reply").do_action(0)
        self.send(command["text"])

    def private(self, command):
        self.await_node("Members", lambda n: n.get_description() == "Members" and n.get_n_actions()).do_action(0)
        menu = self.await_node("the members", lambda n: n.get_name() == "DinoUiOccupantMenuView")
        name = self.await_node(command["nick"], lambda n: n.get_name() == command["nick"], menu)
        # It has to be on the screen first.
        time.sleep(1)
        self.point(name)
        run("xdotool", "click", "1")
        button = "Start private conversation"
        self.await_node(button, lambda n: n.get_name() == button and n.get_n_actions(), menu).do_action(0)
        self.await_node("its chat", lambda n: n.get_role_name() == "label" and n.get_name().startswith(command["nick"] + " from "))
        self.send(command["text"])

    def react(self, command):
        self.offer(command["to"], "Add reaction").do_action(0)
        chooser = until("the emoji", lambda: self.find(lambda n: n.get_name() == "GtkEmojiChooser", self.layers()[1]))
        # Only those that a font has; the labels ask for the picture instead of the sign.
        wanted = command["emoji"].strip("\ufe0f")
        cells = lambda: [n for n in below(chooser) if n.get_name() == "GtkEmojiChooserChild"]
        sign = lambda cell: children(cell)[0].get_name().strip("\ufe0f")
        group = lambda cell: cell.get_parent().get_index_in_parent()
        until(wanted, lambda: any(sign(cell) == wanted for cell in cells()), 8)
        for _ in range(40):
            all = cells()
            aim = next(i for i, cell in enumerate(all) if sign(cell) == wanted)
            now = next((i for i, cell in enumerate(all) if has(cell, Atspi.StateType.FOCUSED)), None)
            if now == aim:
                break
            # Left and right stay within a group.
            if now is None or group(all[now]) != group(all[aim]):
                self.key("Down")
            else:
                run("xdotool", "key", "--repeat", str(abs(aim - now)), "Right" if aim > now else "Left")
            time.sleep(0.2)
        self.key("Return")
        until("the end of the choice", lambda: not any(has(cell, Atspi.StateType.FOCUSED) for cell in cells()), 5)

    def text(self, node):
        """GTK names what has no text by its kind."""
        name = node.get_name()
        return name if node.get_role_name() == "label" and name != "GtkLabel" else ""

    def visit(self, address):
        self.call(self.NAME, self.PATH, "org.freedesktop.Application.Open", V("(asa{sv})", ([address], {})))

    def open(self, command):
        chat, _, nick = command["chat"].partition("/")
        # Its types: 1 a group, with its own nick, 2 a member of one.
        known = self.ask(
            "SELECT c.id FROM conversation c JOIN jid j ON j.id = c.jid_id WHERE j.bare_jid = ?"
            " AND (c.type = 1 AND ? = '' OR c.type = 2 AND c.resource = ?)", [chat, nick, nick]
        )
        if known:
            self.act("open-conversation", V("i", known[0][0]))
        else:
            self.visit(f"xmpp:{chat}?message")
        self.composer()

    def join(self, command):
        self.visit(f"xmpp:{command['room']}?join")
        window = until("the dialog", lambda: [w for w in self.windows() if w.get_name() == "Join Channel"])[0]
        fill([n for n in below(window) if n.get_role_name() == "text"][-1], command["nick"])
        self.await_node("Join", lambda n: n.get_name() == "Join Join", window).do_action(0)
        until("the group", lambda: not [w for w in self.windows() if w.get_name() == "Join Channel"])


def answer(wire, domain, port):
    name = b"".join(bytes([len(part)]) + part.encode() for part in domain.split(".")) + b"\0"
    here = b"\x09localhost\0"
    row = b"\xc0\x0c" + struct.pack("!HHIHHHH", 33, 1, 1, 6 + len(here), 0, 0, port) + here
    while True:
        query, sender = wire.recvfrom(4096)
        is_known = query[12:].startswith(b"\x0c_xmpp-client\x04_tcp" + name + b"\0\x21")
        head = query[:2] + struct.pack("!HHHHH", 0x8580 if is_known else 0x8583, 1, is_known, 0, 0)
        wire.sendto(head + query[12 : query.index(b"\0", 12) + 5] + (row if is_known else b""), sender)


def listen(lines):
    for line in sys.stdin:
        lines.put(line)
    # At once, whatever is being done; all others end with it.
    os._exit(0)


def main():
    desktop = None
    lines = queue.SimpleQueue()
    threading.Thread(target=listen, args=(lines,), daemon=True).start()
    while True:
        command = json.loads(lines.get())
        do = command["do"]
        if do == "quit":
            break
        try:
            if do == "start":
                desktop = {"dino": Dino, "gajim": Gajim}[command["client"]](command)
                tell("ready")
            else:
                getattr(desktop, do)(command)
            tell("done", do=do)
        except Exception as error:
            tell("failed", do=do, reason=f"{type(error).__name__}: {error}")


main()
