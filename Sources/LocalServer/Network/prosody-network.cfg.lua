-- A Prosody 0.12 for @DOMAIN@ with all that psst makes use of.
-- Debian: apt install prosody lua-dbi-sqlite3; this file is /etc/prosody/prosody.cfg.lua.
-- Accounts: prosodyctl adduser NAME@@DOMAIN@
-- Certificates: prosodyctl --root cert import @DOMAIN@ /etc/letsencrypt/live

pidfile = "/run/prosody/prosody.pid"
data_path = "/var/lib/prosody"
certificates = "certs"
log = { info = "/var/log/prosody/prosody.log", error = "/var/log/prosody/prosody.err" }

-- The modules mod_psst_*.lua are here: psst server config prosody @DOMAIN@ --modules DIR
-- writes them.
plugin_paths = { @MODULES@ }

modules_enabled = {
  "posix", "tls", "dialback", "disco", "roster", "saslauth", "ping", "time", "version", "blocklist",
  "bookmarks", "carbons", "pep", "private", "vcard4", "vcard_legacy", "mam", "smacks", "cron",
  "psst_sqlite", "psst_atomic", "psst_ids", "psst_presence", "psst_silence",
}

-- No mod_csi_simple: it keeps presence and receipts from who is not looking, and each is asked every second anyway.

allow_registration = false
authentication = "internal_hashed"
password_hash = "SHA-256"
c2s_require_encryption = true
s2s_require_encryption = true
s2s_secure_auth = true
c2s_timeout = 30

-- Bytes that are read at a time: of ports (which have 4096 without it), and of all other connections.
network_default_read_size = 65536

-- A client that is silent is asked after 0.75 s, and then four times a second. Its contacts see it gone after
-- psst_silence_limit without a byte, and back with the next byte: lost packets do not close a connection. It is closed
-- after read_timeout. A client whose connection ends is seen gone after psst_presence_grace, and has five minutes to
-- go on where it stopped.
network_settings = { read_timeout = 30, nagle = false, read_size = 65536 }
psst_silence_limit = 2.5
smacks_hibernation_time = 300
smacks_max_queue_size = 20000
psst_presence_grace = 0.8

-- The archive is what makes sure that nothing is lost or sent twice: it keeps everything.
storage = "sql"
sql = { driver = "SQLite3", database = "prosody.sqlite" }
default_archive_policy = true
archive_expires_after = "never"
max_archive_query_results = 500
mam_include_total = false
storage_archive_item_limit = 1000000
pep_max_items = 1000 -- chats whose reading the devices of an account share

-- Files that people send, over HTTPS: the name files.@DOMAIN@ has to lead here, and the certificate to name it.
-- psst refuses a file that is larger than the limit before it is sent.
http_ports = {}
https_ports = { 5281 }
http_default_host = "files.@DOMAIN@"

VirtualHost "@DOMAIN@"

Component "rooms.@DOMAIN@" "muc"
  modules_enabled = { "muc_mam", "psst_atomic", "psst_rooms", "psst_moderation" }
  muc_log_by_default = true
  muc_log_expires_after = "never"
  restrict_room_creation = "local" -- who has an account here makes groups; others may come where they are let in

Component "files.@DOMAIN@" "http_file_share"
  http_host = "files.@DOMAIN@"
  http_file_share_size_limit = 100 * 1024 * 1024
  http_file_share_daily_quota = 1024 * 1024 * 1024
  http_file_share_expires_after = 366 * 24 * 3600
