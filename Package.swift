// swift-tools-version: 6.2
// SPDX-FileCopyrightText: 2026 The psst authors
// SPDX-License-Identifier: GPL-3.0-or-later

import PackageDescription

// Every room is a target; what a room may import is the table in the manual's page Rooms (checked by TidyTests).

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

/// Debug builds of the rooms that the simulation runs are optimised too, with their checks on: it needs many
/// seeds more than it needs a debugger.
let fast = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// Addresses that the loader fills in are written short (RELR), and the little that is used of the C++ library
/// is in the program: two megabytes less to read at each start, and to keep resident. Needs the toolchain's
/// own linker.
let short: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
      "-L\(Context.packageDirectory)/Sources/CToml/static",
    ],
    .when(platforms: [.linux], configuration: .release))
]

func library(_ name: String, linking: String...) -> Target {
  .target(name: name, linkerSettings: linking.map { .linkedLibrary($0) })
}

func room(
  _ name: String, _ imports: String..., resources: [Resource] = [],
  settings: [SwiftSetting] = strict
) -> Target {
  .target(
    name: name, dependencies: imports.map { .init(stringLiteral: $0) }, resources: resources,
    swiftSettings: settings)
}

func tests(_ name: String, _ imports: String...) -> Target {
  .testTarget(
    name: name, dependencies: imports.map { .init(stringLiteral: $0) }, swiftSettings: strict)
}

/// The scenes that are compiled into the program, one file each.
let sceneNames = [
  "tour", "pictures", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "s1-instant", "s2-durable",
  "s3-in-place", "s4-statuses", "s5-failed", "s6-fades", "s6-still", "s7-list", "s8-limits",
  "s9-twenty", "s10-quick",
  "s11-scrolled", "o1-link", "o2-banner", "o3-survives", "o4-smart", "o4-auto", "o5-toast",
  "o6-review",
  "o6-failed",
  "o7-flush", "o8-cancel", "o9-once", "o10-heals", "o10-waits", "o11-flush", "o12-delete-chat",
  "o13-everywhere", "o14-cut", "o17-reconnects", "o18-quit", "p4-keep", "p8-names", "t1-order",
  "t1-failed",
  "t3-days", "p7-day",
  "d2-read", "d2-hidden", "d2-crash", "d3-typing", "d4-group",
  "n1-dots", "n2-events", "n3-away", "n3-words", "n3-status", "n4-outdated", "n6-crowd", "n7-mine",
  "n8-hour",
  "n9-chats", "a1-notice", "a1-mute", "a2-burst", "a5-unread", "a6-archive",
  "g4-folded", "a3-errors", "m2-delete", "m3-reply", "m4-react", "m5-styling",
  "f1-file", "f4-picture",
  "c2-block", "c1-accounts", "c1-apart", "c2-people", "c5-devices",
  "c3-groups", "g1-find", "g2-talk", "g3-gaps", "g5-mentions", "g6-moderate", "n5-group",
  "o3-group",
  "d3-group", "a4-removed", "a4-locked",
]

let package = Package(
  name: "psst",
  products: [.executable(name: "psst", targets: ["psst"])],
  targets: [
    library("CExpat", linking: "expat"),
    library("COpenSSL"),
    library("CCrypto"),
    library("CCurl"),
    library("CPicture"),
    library("CICU"),
    library("CGsasl", linking: "gsasl"),
    library("CSQLite", linking: "sqlite3"),
    .target(name: "CSimulatedDisk", dependencies: ["CSQLite"]),
    library("CNcurses", linking: "ncursesw"),
    .target(name: "CToml", exclude: ["static"], linkerSettings: [.linkedLibrary("stdc++")]),
    library("CPlatform", linking: "resolv"),

    .target(name: "CCatalogue", exclude: ["de.po", "psst.pot"]),
    room("Localization", "CCatalogue"),
    room("Model", "CICU", "Localization", settings: fast),
    room("XMLStream", "CExpat", settings: fast),
    room("XMPP", "Localization", "Model", "XMLStream", "CCrypto", "CGsasl", settings: fast),
    room("Storage", "CSQLite", "Localization", "Model", settings: fast),
    room("Sync", "Localization", "Model", "Storage", "XMPP", settings: fast),
    room("Network", "COpenSSL", "CPlatform", "Localization", "Model", "XMPP"),
    room(
      "LocalServer", "CPlatform", "Localization", "Model",
      resources: [
        .embedInCode("Prosody/prosody.cfg.lua"),
        .embedInCode("Prosody/mod_psst_atomic.lua"),
        .embedInCode("Prosody/mod_psst_everyone.lua"),
        .embedInCode("Prosody/mod_psst_ids.lua"),
        .embedInCode("Prosody/mod_psst_moderation.lua"),
        .embedInCode("Prosody/mod_psst_presence.lua"),
        .embedInCode("Prosody/mod_psst_rooms.lua"),
        .embedInCode("Prosody/mod_psst_silence.lua"),
        .embedInCode("Prosody/mod_psst_sqlite.lua"),
        .embedInCode("Prosody/mod_psst_echo.lua"),
        .embedInCode("Prosody/mod_psst_idle.lua"),
        .embedInCode("Network/prosody-network.cfg.lua"),
        .embedInCode("Network/ejabberd.yml"),
        .embedInCode("Network/mod_psst_silence.erl"),
      ]),
    room("Files", "CPlatform", "Localization", "Model"),
    room("Transfer", "CCrypto", "CCurl", "Files", "Localization", "Model"),
    room("Pictures", "CPicture", "Files", "Localization", "Model"),
    room("Handover", "Files", "Localization", "Model", "Sync"),
    room(
      "Accounts", "Files", "Handover", "LocalServer", "Localization", "Model", "Network", "Screen",
      "Storage",
      "Sync", "Transfer", "XMPP"),
    room(
      "Plain", "Accounts", "Files", "Handover", "LocalServer", "Localization", "Model", "Screen",
      "Storage",
      "Sync"),
    room("Store", "Localization", "Model"),
    room(
      "Screen", "CPlatform", "CToml", "Localization", "Model",
      resources: [
        .embedInCode("../../themes/catppuccin-latte.toml"),
        .embedInCode("../../themes/catppuccin-mocha.toml"),
        .embedInCode("../../themes/colorblind.toml"),
        .embedInCode("../../themes/dracula.toml"),
        .embedInCode("../../themes/gruvbox.toml"),
        .embedInCode("../../themes/high-contrast.toml"),
        .embedInCode("../../themes/mono.toml"),
        .embedInCode("../../themes/nord.toml"),
        .embedInCode("../../themes/solarized-dark.toml"),
        .embedInCode("../../themes/solarized-light.toml"),
        .embedInCode("../../themes/terminal.toml"),
        .embedInCode("../../themes/tokyo-night.toml"),
      ]),
    room("Views", "Localization", "Model", "Screen", "Store"),
    room("Curses", "CNcurses", "Localization", "Model", "Screen"),
    room(
      "Simulation", "CSimulatedDisk", "CSQLite", "Model", "Storage", "Sync", "XMLStream", "XMPP",
      settings: fast),
    room(
      "Scenes", "Curses", "Model", "Screen", "Simulation", "Store", "Views",
      resources: sceneNames.map { .embedInCode("Shipped/\($0).scene") }),
    .executableTarget(
      name: "psst",
      dependencies: [
        "CPlatform", "Localization", "Model", "XMPP", "Storage", "Sync", "Network", "LocalServer",
        "Files",
        "Handover", "Accounts", "Pictures", "Plain", "Store", "Screen", "Transfer", "Views",
        "Curses",
        "Scenes",
      ],
      swiftSettings: strict, linkerSettings: short),
    .executableTarget(
      name: "psst-bench",
      dependencies: ["CPlatform", "CSQLite", "LocalServer", "Model", "Storage", "Sync", "XMPP"],
      swiftSettings: strict),

    tests("LocalizationTests", "Harness", "Localization"),
    tests("ModelTests", "Model"),
    tests("XMLStreamTests", "XMLStream"),
    .target(name: "CFixedNonce", dependencies: ["CGsasl"], path: "Tests/CFixedNonce"),
    .target(
      name: "Scram", dependencies: ["CGsasl"], path: "Tests/Scram", swiftSettings: strict),
    tests(
      "XMPPTests", "CFixedNonce", "CGsasl", "Localization", "Model", "Scram", "XMLStream", "XMPP"),
    tests("StorageTests", "CFaultyDisk", "CSQLite", "Model", "Storage", "Scratch"),
    tests("SyncTests", "Model", "Storage", "Sync", "XMPP", "Scratch"),
    tests(
      "NetworkTests", "CNetspace", "CPlatform", "Harness", "Model", "Network", "XMPP", "Scratch"),
    tests("LocalServerTests", "CPlatform", "CSQLite", "LocalServer", "Model", "Scratch"),
    tests("TransferTests", "Files", "Harness", "Model", "Scratch", "Transfer"),
    tests("PicturesTests", "CPicture", "Files", "Harness", "Model", "Pictures", "Scratch"),
    tests("FilesTests", "Files", "Scratch"),
    tests("HandoverTests", "Files", "Handover", "Model", "Scratch"),
    tests(
      "AccountsTests", "Accounts", "Files", "Model", "Scratch", "Storage", "Sync"),
    tests("PlainTests", "Accounts", "Files", "Handover", "Model", "Plain", "Scratch", "Storage"),
    tests("StoreTests", "Model", "Scratch", "Store"),
    tests("ScreenTests", "Scratch", "Screen"),
    .testTarget(
      name: "ViewsTests",
      dependencies: ["Harness", "Localization", "Model", "Screen", "Store", "Views"],
      exclude: ["Pictures"], swiftSettings: strict),
    tests("CursesTests", "Curses", "Model", "Screen"),
    tests(
      "SimulationTests", "Model", "Sabotage", "Simulation", "Storage", "Store", "Sync", "XMLStream",
      "XMPP", "Scratch"),
    tests(
      "psstTests", "psst", "Accounts", "Files", "Handover", "Harness", "LocalServer",
      "Localization", "Model",
      "Screen",
      "Storage", "Sync",
      "Views", "Scratch"),

    tests(
      "ScenesTests", "Harness", "Model", "Sabotage", "Scenes", "Screen", "Simulation", "Scratch"),

    .target(
      name: "Scratch", dependencies: ["Files", "Model"], path: "Tests/Scratch",
      swiftSettings: strict),
    .target(
      name: "Sabotage", dependencies: ["Model", "Simulation", "XMLStream"], path: "Tests/Sabotage",
      swiftSettings: fast),
    .target(name: "CFaultyDisk", dependencies: ["CSQLite"], path: "Tests/CFaultyDisk"),
    tests(
      "CrashTests", "CFaultyDisk", "Model", "Simulation", "Storage", "Store", "Sync", "XMPP",
      "Scratch"),

    // The built program from outside: in a pseudo terminal, in a pipe, against its server.
    .target(name: "CNetspace", path: "Tests/CNetspace"),
    .target(
      name: "CTerminal", path: "Tests/CTerminal",
      linkerSettings: [.linkedLibrary("vterm"), .linkedLibrary("util")]),
    .target(
      name: "Harness", dependencies: ["CNetspace", "CTerminal", "Scratch"], path: "Tests/Harness",
      swiftSettings: strict),
    .testTarget(
      name: "TerminalTests",
      dependencies: ["Harness", "Model", "Scratch", "Screen", "Storage", "psst"],
      exclude: ["Pictures"], swiftSettings: strict),
    .testTarget(
      name: "ServerTests", dependencies: ["Harness", "Scratch", "psst"],
      exclude: ["dns.py", "web.py", "peer.py", "tls.py"], swiftSettings: strict),
    // What strangers' servers, clients and people have tried, each attack a case.
    tests(
      "HostileTests", "Harness", "Model", "Scram", "Scratch", "Screen", "Storage", "Store", "Sync",
      "Views", "XMLStream", "XMPP", "psst"),
    tests("TidyTests", "Harness"),
  ],
  cxxLanguageStandard: .cxx17
)
