#!/bin/sh
# A backup of the whole database, encrypted for a key that is not on this machine; those that are too old go. Run it every
# night, in the folder of the shop (systemd/felt-and-foil-backup.timer, or a line of cron: docs/operators.md, “Every night”).
#
#   BACKUPS     where they are kept; another machine has to fetch them from there. Default: /var/backups/felt-and-foil
#   RECIPIENTS  a file with public keys of `age-keygen`. Default: /etc/felt-and-foil/backup-recipients
#   KEEP_DAYS   how many days each is kept. Default: 30
#   SHOP        what runs a command of the shop. Default: Node. In a container: docker compose run --rm --volume ... owner
set -eu
umask 077
backups=${BACKUPS:-/var/backups/felt-and-foil}
recipients=${RECIPIENTS:-/etc/felt-and-foil/backup-recipients}
name=shop-$(date -u +%Y-%m-%dT%H%M%SZ).backup

# Not kept, whatever happens: it holds all that the database holds.
plain=$backups/$name
trap 'rm -f "$plain" "$plain.age.part"' EXIT
${SHOP:-node --import ./scripts/read-env.mjs src/server/shop.ts} backup "$plain"
age --encrypt --recipients-file "$recipients" --output "$plain.age.part" "$plain"
mv "$plain.age.part" "$plain.age"

# Only now, so that what fails every night deletes nothing.
find "$backups" -name 'shop-*.backup.age' -mtime "+${KEEP_DAYS:-30}" -delete
