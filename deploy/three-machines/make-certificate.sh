#!/bin/sh
# Makes what the three machines sign in to etcd with, once, in the folder `cluster`: ./make-certificate.sh 10.0.0.11 10.0.0.12 10.0.0.13
# One certificate for all three, which is its own authority: who has its key is a machine of the cluster.
set -eu
names=$(printf ',IP:%s' "$@")
# The container's user has to read both files. On this machine nobody else enters the folder.
install -d -m 700 cluster
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -subj /CN=three-machines \
  -addext extendedKeyUsage=serverAuth,clientAuth -addext "subjectAltName=${names#,}" \
  -keyout cluster/cluster.key -out cluster/cluster.crt
chmod 644 cluster/cluster.*
