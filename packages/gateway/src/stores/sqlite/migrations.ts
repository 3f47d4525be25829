import { admissionsTable } from "./admission-statements.ts";
import { callsTables } from "./call-statements.ts";
import { historiesTables } from "./history-statements.ts";
import { quarantineTable } from "./quarantine-statements.ts";
import { tasksTable } from "./task-statements.ts";

/**
 * Migrations in order. Never change a released one; append new ones.
 *
 * Plain SQL instead of a migration library: a migration runs inside one synchronous transaction of
 * the writer thread. SQLite stores the number of the last one in the file itself.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE audit (
    sequence INTEGER PRIMARY KEY,
    body TEXT NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;
  CREATE TRIGGER audit_is_never_changed BEFORE UPDATE ON audit
    BEGIN SELECT RAISE(ABORT, 'audit rows are never changed'); END;
  CREATE TRIGGER audit_is_never_shortened BEFORE DELETE ON audit
    BEGIN SELECT RAISE(ABORT, 'audit rows are never removed'); END;

  -- The calls under way: what is unfinished is found without reading the whole log.
  CREATE TABLE begun (
    call_id TEXT PRIMARY KEY,
    sequence INTEGER NOT NULL REFERENCES audit (sequence),
    at REAL NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE checkpoints (
    size INTEGER PRIMARY KEY,
    note TEXT NOT NULL
  ) STRICT;

  CREATE TABLE personal (
    id TEXT PRIMARY KEY,
    subject TEXT NOT NULL,
    salt TEXT NOT NULL,
    text TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX personal_by_subject ON personal (subject);

  CREATE TABLE approvals (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    digest TEXT NOT NULL,
    binding TEXT NOT NULL,
    arguments TEXT NOT NULL,
    tool TEXT NOT NULL,
    requester TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    asked_from TEXT NOT NULL,
    state TEXT NOT NULL,
    created_at REAL NOT NULL,
    expires_at REAL NOT NULL,
    decided_by TEXT,
    decided_at REAL,
    call_id TEXT
  ) STRICT;
  CREATE INDEX approvals_open ON approvals (fingerprint) WHERE state IN ('pending', 'approved');
  CREATE INDEX approvals_expiring ON approvals (expires_at) WHERE state IN ('pending', 'approved');
  CREATE INDEX approvals_pending ON approvals (requester) WHERE state = 'pending';
  CREATE INDEX approvals_newest ON approvals (created_at, number);

  -- Writing here makes SQLite put everything on disk that was committed before.
  CREATE TABLE flushes (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    count INTEGER NOT NULL
  ) STRICT;
  INSERT INTO flushes VALUES (1, 0);
  `,
  `
  CREATE TABLE policies (
    number INTEGER PRIMARY KEY,
    version TEXT NOT NULL,
    content TEXT NOT NULL,
    put_by TEXT NOT NULL,
    put_at REAL NOT NULL
  ) STRICT;
  CREATE INDEX policies_by_version ON policies (version);
  CREATE TRIGGER policies_are_never_changed BEFORE UPDATE ON policies
    BEGIN SELECT RAISE(ABORT, 'policies are never changed'); END;
  CREATE TRIGGER policies_are_never_removed BEFORE DELETE ON policies
    BEGIN SELECT RAISE(ABORT, 'policies are never removed'); END;
  `,
  `
  ALTER TABLE approvals ADD COLUMN tenant TEXT;
  ALTER TABLE approvals ADD COLUMN needed INTEGER NOT NULL DEFAULT 1;
  -- Who has said yes, as JSON.
  ALTER TABLE approvals ADD COLUMN yeses TEXT NOT NULL DEFAULT '[]';
  UPDATE approvals SET tenant = json_extract(binding, '$.tenant') WHERE json_valid(binding);
  UPDATE approvals SET yeses = json_array(json_object('by', decided_by, 'at', decided_at))
    WHERE decided_by IS NOT NULL AND state IN ('approved', 'consumed', 'done', 'failed', 'unknown');
  DROP INDEX approvals_newest;
  CREATE INDEX approvals_newest ON approvals (created_at, id);
  CREATE INDEX approvals_of_tenant ON approvals (tenant, state, created_at, id);
  `,
  `
  -- Finds the owner without reading the row: a foreign row takes as long as a missing one.
  CREATE INDEX approvals_whose ON approvals (id, tenant, requester);
  `,
  `
  -- Every call that needs approval looks for a rejection of the same call.
  CREATE INDEX approvals_of_call ON approvals (fingerprint, state, created_at, id);
  `,
  `
  CREATE TABLE connections (
    id TEXT PRIMARY KEY,
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    name TEXT NOT NULL,
    status TEXT NOT NULL,
    version INTEGER NOT NULL,
    -- Both as JSON.
    settings TEXT NOT NULL,
    sealed TEXT NOT NULL,
    created_at REAL NOT NULL,
    changed_at REAL NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX connections_have_a_name ON connections (tenant, name) WHERE status <> 'revoked';
  CREATE INDEX connections_by_name ON connections (tenant, name);

  CREATE TABLE keys (
    tenant TEXT NOT NULL,
    connection TEXT NOT NULL,
    version INTEGER NOT NULL,
    wrapped_by INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (tenant, connection, version)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX keys_by_wrapping ON keys (wrapped_by);
  CREATE TABLE key_checks (
    key_version INTEGER PRIMARY KEY,
    bytes BLOB NOT NULL
  ) STRICT;

  -- The content is the last column: a list of drafts does not read it.
  CREATE TABLE drafts (
    tool_set TEXT NOT NULL,
    name TEXT NOT NULL,
    version INTEGER NOT NULL,
    digest TEXT NOT NULL,
    state TEXT NOT NULL,
    decision TEXT,
    changed_at REAL NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (tool_set, name)
  ) STRICT;
  CREATE INDEX drafts_by_state ON drafts (state, tool_set, name);
  CREATE TABLE draft_changes (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    count INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE results (
    call_id TEXT PRIMARY KEY,
    tenant TEXT NOT NULL,
    subject TEXT NOT NULL,
    server TEXT NOT NULL,
    tool TEXT NOT NULL,
    contract TEXT NOT NULL,
    at REAL NOT NULL,
    digest TEXT NOT NULL,
    output TEXT NOT NULL
  ) STRICT;
  CREATE INDEX results_newest ON results (at, call_id);
  -- What is older than this may be removed, and nothing else.
  CREATE TABLE results_forgotten (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    before REAL NOT NULL
  ) STRICT;
  CREATE TRIGGER results_are_never_changed BEFORE UPDATE ON results
    BEGIN SELECT RAISE(ABORT, 'results are never changed'); END;
  -- REPLACE removes what is in its way without asking the trigger below.
  CREATE TRIGGER results_are_never_replaced BEFORE INSERT ON results
    WHEN EXISTS (SELECT 1 FROM results WHERE call_id = NEW.call_id)
    BEGIN SELECT RAISE(ABORT, 'results are never replaced'); END;
  CREATE TRIGGER results_are_removed_by_age BEFORE DELETE ON results
    WHEN OLD.at >= coalesce((SELECT before FROM results_forgotten), OLD.at)
    BEGIN SELECT RAISE(ABORT, 'results are removed by their age alone'); END;
  `,
  `
  -- What is settled is removed by its age.
  CREATE INDEX approvals_settled ON approvals (expires_at) WHERE state NOT IN ('pending', 'approved');
  `,
  `
  CREATE TABLE grants (
    id TEXT PRIMARY KEY,
    server TEXT NOT NULL,
    pattern TEXT NOT NULL,
    -- Contract digests by public name, as JSON.
    tools TEXT NOT NULL,
    principal TEXT NOT NULL,
    tenant TEXT,
    condition TEXT,
    reason TEXT NOT NULL,
    max_uses INTEGER NOT NULL,
    used INTEGER NOT NULL CHECK (used <= max_uses),
    state TEXT NOT NULL,
    given_by TEXT NOT NULL,
    giver_roles TEXT,
    created_at REAL NOT NULL,
    expires_at REAL NOT NULL,
    ended_by TEXT,
    ended_at REAL
  ) STRICT;
  CREATE INDEX grants_of_holder ON grants (principal, tenant) WHERE state = 'active';
  CREATE INDEX grants_expiring ON grants (expires_at) WHERE state = 'active';
  CREATE INDEX grants_ended ON grants (expires_at) WHERE state <> 'active';
  CREATE INDEX grants_newest ON grants (created_at, id);
  `,
  `
  -- The call that a row begins or ends. NULL for other rows, and for those written before.
  ALTER TABLE audit ADD COLUMN call_id TEXT;
  -- NULL if the row ends its call.
  ALTER TABLE audit ADD COLUMN begun_at REAL;
  -- Rows up to here are counted in begun: it has the calls that were open after this row.
  CREATE TABLE begun_up_to (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    sequence INTEGER NOT NULL
  ) STRICT;
  INSERT INTO begun_up_to SELECT 1, coalesce(max(sequence), 0) FROM audit;
  `,
  `
  ALTER TABLE results ADD COLUMN discovery_id TEXT;
  ALTER TABLE results ADD COLUMN connection TEXT;
  ALTER TABLE results ADD COLUMN scope TEXT;
  ALTER TABLE results ADD COLUMN tier TEXT;
  ALTER TABLE results ADD COLUMN stage TEXT;
  ALTER TABLE results ADD COLUMN correlation TEXT;
  -- Whole, because the operator IS of a list cannot use a partial index.
  CREATE INDEX results_of_discovery ON results (discovery_id, at, call_id);
  `,
  quarantineTable,
  `
  -- How far each receiver of the audit log has come, and which process may send to it.
  CREATE TABLE deliveries (
    receiver TEXT PRIMARY KEY,
    row INTEGER NOT NULL,
    hash TEXT,
    stopped TEXT,
    at REAL NOT NULL,
    fence INTEGER NOT NULL,
    holder TEXT NOT NULL,
    until REAL NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  admissionsTable,
  `
  -- When each key of a caller was last used, by the beginning of its hash.
  CREATE TABLE key_uses (
    fingerprint TEXT PRIMARY KEY,
    at REAL NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  tasksTable,
  callsTables,
  historiesTables,
];
