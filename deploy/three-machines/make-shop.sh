#!/bin/sh
# What Patroni runs once, on the first primary, with its address: the owner of the shop's database, and the database.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$OWNER_PASSWORD" "$1" <<'SQL'
create role shop login createrole password :'password';
create database shop owner shop;
SQL
