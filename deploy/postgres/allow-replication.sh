#!/bin/sh
# Run once, when the volume of PostgreSQL is new: lets `waypost backup create` in the network of this compose file copy the server.
echo "host replication $POSTGRES_USER samenet scram-sha-256" >> "$PGDATA/pg_hba.conf"
