internal import Screen

/// The scenes that are compiled into the program.
public enum ShippedScenes {
  /// Their names, in the order of the list.
  public static var names: [String] { all.map(\.name) }

  /// The text of a scene; `nil` where there is none of that name.
  public static func text(_ name: String) -> String? {
    all.first { $0.name == name }.map { String(decoding: $0.bytes(), as: UTF8.self) }
  }

  /// A scene by its name.
  public static func load(_ name: String) throws(SceneError) -> Scene {
    guard let text = text(name) else {
      throw .unknownScene(name: name, nearest: NearestWord.of(name, among: names))
    }
    return try Scene.parse(text, name: name, finding: self.text)
  }

  private static let all: [(name: String, bytes: @Sendable () -> [UInt8])] = [
    ("tour", { PackageResources.tour_scene }),
    ("pictures", { PackageResources.pictures_scene }),
    ("x1", { PackageResources.x1_scene }),
    ("x2", { PackageResources.x2_scene }),
    ("x3", { PackageResources.x3_scene }),
    ("x4", { PackageResources.x4_scene }),
    ("x5", { PackageResources.x5_scene }),
    ("x6", { PackageResources.x6_scene }),
    ("x7", { PackageResources.x7_scene }),
    ("x8", { PackageResources.x8_scene }),
    ("s1-instant", { PackageResources.s1_instant_scene }),
    ("s2-durable", { PackageResources.s2_durable_scene }),
    ("s3-in-place", { PackageResources.s3_in_place_scene }),
    ("s4-statuses", { PackageResources.s4_statuses_scene }),
    ("s5-failed", { PackageResources.s5_failed_scene }),
    ("s6-fades", { PackageResources.s6_fades_scene }),
    ("s6-still", { PackageResources.s6_still_scene }),
    ("s7-list", { PackageResources.s7_list_scene }),
    ("s8-limits", { PackageResources.s8_limits_scene }),
    ("s9-twenty", { PackageResources.s9_twenty_scene }),
    ("s10-quick", { PackageResources.s10_quick_scene }),
    ("s11-scrolled", { PackageResources.s11_scrolled_scene }),
    ("o1-link", { PackageResources.o1_link_scene }),
    ("o2-banner", { PackageResources.o2_banner_scene }),
    ("o3-survives", { PackageResources.o3_survives_scene }),
    ("o4-smart", { PackageResources.o4_smart_scene }),
    ("o4-auto", { PackageResources.o4_auto_scene }),
    ("o5-toast", { PackageResources.o5_toast_scene }),
    ("o6-review", { PackageResources.o6_review_scene }),
    ("o6-failed", { PackageResources.o6_failed_scene }),
    ("o7-flush", { PackageResources.o7_flush_scene }),
    ("o8-cancel", { PackageResources.o8_cancel_scene }),
    ("o9-once", { PackageResources.o9_once_scene }),
    ("o10-heals", { PackageResources.o10_heals_scene }),
    ("o10-waits", { PackageResources.o10_waits_scene }),
    ("o11-flush", { PackageResources.o11_flush_scene }),
    ("o12-delete-chat", { PackageResources.o12_delete_chat_scene }),
    ("o13-everywhere", { PackageResources.o13_everywhere_scene }),
    ("o14-cut", { PackageResources.o14_cut_scene }),
    ("o17-reconnects", { PackageResources.o17_reconnects_scene }),
    ("o18-quit", { PackageResources.o18_quit_scene }),
    ("p8-names", { PackageResources.p8_names_scene }),
    ("p4-keep", { PackageResources.p4_keep_scene }),
    ("t1-order", { PackageResources.t1_order_scene }),
    ("t1-failed", { PackageResources.t1_failed_scene }),
    ("t3-days", { PackageResources.t3_days_scene }),
    ("p7-day", { PackageResources.p7_day_scene }),
    ("d2-read", { PackageResources.d2_read_scene }),
    ("d2-hidden", { PackageResources.d2_hidden_scene }),
    ("d2-crash", { PackageResources.d2_crash_scene }),
    ("d3-typing", { PackageResources.d3_typing_scene }),
    ("n1-dots", { PackageResources.n1_dots_scene }),
    ("n2-events", { PackageResources.n2_events_scene }),
    ("n3-away", { PackageResources.n3_away_scene }),
    ("n3-words", { PackageResources.n3_words_scene }),
    ("n3-status", { PackageResources.n3_status_scene }),
    ("n4-outdated", { PackageResources.n4_outdated_scene }),
    ("n6-crowd", { PackageResources.n6_crowd_scene }),
    ("n7-mine", { PackageResources.n7_mine_scene }),
    ("n8-hour", { PackageResources.n8_hour_scene }),
    ("n9-chats", { PackageResources.n9_chats_scene }),
    ("a1-notice", { PackageResources.a1_notice_scene }),
    ("a1-mute", { PackageResources.a1_mute_scene }),
    ("a2-burst", { PackageResources.a2_burst_scene }),
    ("a5-unread", { PackageResources.a5_unread_scene }),
    ("a6-archive", { PackageResources.a6_archive_scene }),
    ("a3-errors", { PackageResources.a3_errors_scene }),
    ("m2-delete", { PackageResources.m2_delete_scene }),
    ("m3-reply", { PackageResources.m3_reply_scene }),
    ("m4-react", { PackageResources.m4_react_scene }),
    ("f1-file", { PackageResources.f1_file_scene }),
    ("f4-picture", { PackageResources.f4_picture_scene }),
    ("m5-styling", { PackageResources.m5_styling_scene }),
    ("d4-group", { PackageResources.d4_group_scene }),
    ("g4-folded", { PackageResources.g4_folded_scene }),
    ("c2-block", { PackageResources.c2_block_scene }),
    ("c5-devices", { PackageResources.c5_devices_scene }),
    ("c1-accounts", { PackageResources.c1_accounts_scene }),
    ("c1-apart", { PackageResources.c1_apart_scene }),
    ("c2-people", { PackageResources.c2_people_scene }),
    ("c3-groups", { PackageResources.c3_groups_scene }),
    ("g1-find", { PackageResources.g1_find_scene }),
    ("g2-talk", { PackageResources.g2_talk_scene }),
    ("g3-gaps", { PackageResources.g3_gaps_scene }),
    ("g5-mentions", { PackageResources.g5_mentions_scene }),
    ("g6-moderate", { PackageResources.g6_moderate_scene }),
    ("n5-group", { PackageResources.n5_group_scene }),
    ("o3-group", { PackageResources.o3_group_scene }),
    ("d3-group", { PackageResources.d3_group_scene }),
    ("a4-removed", { PackageResources.a4_removed_scene }),
    ("a4-locked", { PackageResources.a4_locked_scene }),
  ]
}
