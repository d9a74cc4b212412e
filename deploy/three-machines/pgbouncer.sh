#!/bin/sh
# PgBouncer before the primary, in session mode: another mode the shop refuses. It knows one login, the shop's own.
set -eu
umask 077
cat > /data/pgbouncer.users <<END
"felt_and_foil_app" "$APP_PASSWORD"
END
cat > /data/pgbouncer.ini <<END
[databases]
* = host=127.0.0.1 port=5000
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = 6432
unix_socket_dir =
auth_type = scram-sha-256
auth_file = /data/pgbouncer.users
pool_mode = session
default_pool_size = 40
max_client_conn = 200
; By itself it would wait for 15 s after it was let in nowhere: longer than a failover may take.
server_login_retry = 0.2
server_connect_timeout = 3
query_wait_timeout = 10
END
exec pgbouncer /data/pgbouncer.ini
