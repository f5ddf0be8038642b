#!/bin/sh
# Installs this release on Debian 12 or newer with systemd, Caddy, PostgreSQL and PgBouncer, or brings an installation to it.
# It can be run again at any time: what is there stays, settings and passwords above all.
#
#   sudo deploy/install.sh cabinet.example.com
set -eu

domain=${1:?usage: deploy/install.sh <domain of the cabinet>}
cd "$(dirname "$0")/.."
version=$(node -p 'require("./package.json").version')
release=/opt/cabinet/$version
settings=/etc/cabinet/cabinet.env
units="cabinet-api@3201 cabinet-api@3202 cabinet@3101 cabinet@3102 cabinet-worker"

say() { printf '\n== %s\n' "$*"; }
random() { node -p 'require("node:crypto").randomBytes(24).toString("hex")'; }
has_systemd() { [ -d /run/systemd/system ]; }
as_postgres() { runuser -u postgres -- psql -v ON_ERROR_STOP=1 -Atq "$@"; }
# The value of a setting; nothing where its line is a comment.
setting() { sed -n "s/^$1=//p" "$settings" | tail -n 1; }
# Gives a setting a value where it has none.
give() { [ -n "$(setting "$1")" ] || printf '%s=%s\n' "$1" "$2" >> "$settings"; }

[ "$(id -u)" = 0 ] || { echo "Run this as root." >&2; exit 1; }
node -e 'const [major, minor] = process.versions.node.split("."); process.exit(major > 20 || (major == 20 && minor >= 19) ? 0 : 1)' ||
  { echo "Node.js 20.19 or newer is needed, the current LTS is recommended; Debian's own is older." >&2; exit 1; }

say "Packages"
for package in caddy postgresql pgbouncer; do
  dpkg -s "$package" > /dev/null 2>&1 || DEBIAN_FRONTEND=noninteractive apt-get install -y "$package"
done

say "User and folders"
id cabinet > /dev/null 2>&1 || adduser --system --group --home /var/lib/cabinet cabinet
install -d -m 755 /opt/cabinet /etc/cabinet /srv/cabinet /srv/cabinet/client
install -d -o cabinet -g cabinet -m 750 /var/lib/cabinet /var/backups/cabinet

say "Settings"
[ -f "$settings" ] || install -m 640 -g cabinet .env.example "$settings"
password=$(setting DATABASE_URL | sed -n 's#^postgres://cabinet:\([^@]*\)@.*#\1#p')
[ -n "$(setting DATABASE_URL)" ] || password=$(random)
give PUBLIC_ORIGIN "https://$domain"
give DATABASE_URL "postgres://cabinet:$password@127.0.0.1:6432/cabinet"
give SESSION_SECRET "$(random)"
give BACKUP_PASSPHRASE "$(random)"
missing=
for name in LEGAL_NAME LEGAL_ADDRESS SUPPORT_EMAIL SMTP_URL PAYMENTS; do
  [ -n "$(setting $name)" ] || missing="$missing $name"
done

if [ -n "$password" ]; then
  say "Database"
  has_systemd || pg_lsclusters -h | while read -r number name _ state _; do
    [ "$state" = online ] || pg_ctlcluster "$number" "$name" start
  done
  [ "$(as_postgres -c "select 1 from pg_roles where rolname = 'cabinet'")" = 1 ] ||
    as_postgres -c "create role cabinet login password '$password'"
  [ "$(as_postgres -c "select 1 from pg_database where datname = 'cabinet'")" = 1 ] ||
    as_postgres -c "create database cabinet owner cabinet"
  install -m 640 -o postgres -g postgres deploy/pgbouncer.ini /etc/pgbouncer/pgbouncer.ini
  printf '"cabinet" "%s"\n' "$password" | install -m 640 -o postgres -g postgres /dev/stdin /etc/pgbouncer/userlist.txt
  if has_systemd; then systemctl restart pgbouncer; fi
fi

say "Release $version"
if [ "$(pwd -P)" != "$(readlink -f "$release" || true)" ]; then
  install -d "$release"
  tar --exclude=./node_modules --exclude=./build --exclude=./data --exclude=./.git -cf - . | tar -C "$release" -xf -
fi
cd "$release"
npm ci && npm run build && npm prune --omit=dev
# pages that are open still ask for the files of the release before
cp -rn build/client/. /srv/cabinet/client/ && chmod -R a+rX /srv/cabinet "$release"

say "Units"
install -m 644 deploy/systemd/* /etc/systemd/system/
install -m 644 deploy/Caddyfile /etc/caddy/Caddyfile
printf 'CABINET_DOMAIN=%s\n' "$domain" > /etc/caddy/cabinet.env
install -d /etc/systemd/system/caddy.service.d
printf '[Service]\nEnvironmentFile=/etc/caddy/cabinet.env\n' > /etc/systemd/system/caddy.service.d/cabinet.conf

if [ -n "$missing" ]; then
  say "Not started: fill in$missing in $settings (PROVISIONER_URL or another hypervisor too), then run this again."
  exit 2
fi
if [ -e /opt/cabinet/current ]; then
  say "Backup"
  runuser -u cabinet -- node bin/cabinet.mjs backup "/var/backups/cabinet/before-$version-$(date +%Y%m%d%H%M%S)"
fi
ln -sfn "$release" /opt/cabinet/current
if ! has_systemd; then
  say "Installed. There is no systemd here: nothing was started."
  exit 0
fi
systemctl daemon-reload
systemctl enable --now cabinet-backup.timer cabinet-drill.timer
for unit in $units; do
  systemctl enable "$unit"
  systemctl restart "$unit"
  # each says that it stops five seconds before it does
  sleep 8
done
systemctl restart caddy
say "Doctor"
runuser -u cabinet -- node bin/cabinet.mjs doctor
