/** What was done once is never changed; what is new comes behind it. `$schema` stands for the schema. */
export const migrations: readonly string[] = [
  `CREATE TABLE $schema.audit (
     sequence bigint PRIMARY KEY,
     body text NOT NULL,
     hash text NOT NULL
   );
   -- Calls that have begun and not ended, so that nobody has to search the whole log for them.
   CREATE TABLE $schema.begun (
     call_id text PRIMARY KEY,
     sequence bigint NOT NULL,
     at bigint NOT NULL
   );
   CREATE FUNCTION $schema.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'The audit log is only added to.'; END
   $$;
   CREATE TRIGGER audit_is_only_added_to BEFORE UPDATE OR DELETE OR TRUNCATE ON $schema.audit
     FOR EACH STATEMENT EXECUTE FUNCTION $schema.refuse_change();
   CREATE TABLE $schema.checkpoints (
     size bigint PRIMARY KEY,
     note text NOT NULL
   );
   CREATE TABLE $schema.personal (
     id text PRIMARY KEY,
     subject text NOT NULL,
     salt text NOT NULL,
     json_text text NOT NULL
   );
   CREATE INDEX personal_by_subject ON $schema.personal (subject);
   CREATE TABLE $schema.approvals (
     id text PRIMARY KEY,
     digest text NOT NULL,
     binding text NOT NULL,
     arguments text NOT NULL,
     tool text NOT NULL,
     requester text NOT NULL,
     fingerprint text NOT NULL,
     asked_from text NOT NULL,
     state text NOT NULL,
     created_at bigint NOT NULL,
     expires_at bigint NOT NULL,
     decided_by text,
     decided_at bigint,
     call_id text
   );
   CREATE INDEX approvals_open ON $schema.approvals (fingerprint)
     WHERE state IN ('pending', 'approved');
   CREATE INDEX approvals_by_requester ON $schema.approvals (requester, created_at);
   CREATE INDEX approvals_newest ON $schema.approvals (created_at);`,
  `CREATE TABLE $schema.policies (
     number bigint PRIMARY KEY,
     version text NOT NULL,
     content text NOT NULL,
     put_by text NOT NULL,
     put_at bigint NOT NULL
   );
   CREATE INDEX policies_by_version ON $schema.policies (version);
   CREATE FUNCTION $schema.keep_policies() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'Policies are only added.'; END
   $$;
   CREATE TRIGGER policies_are_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON $schema.policies
     FOR EACH STATEMENT EXECUTE FUNCTION $schema.keep_policies();`,
  `ALTER TABLE $schema.approvals
     ADD COLUMN tenant text,
     ADD COLUMN needed integer NOT NULL DEFAULT 1,
     -- Who has said yes, as JSON.
     ADD COLUMN yeses text NOT NULL DEFAULT '[]';
   UPDATE $schema.approvals SET tenant = binding::json ->> 'tenant';
   UPDATE $schema.approvals
     SET yeses = json_build_array(json_build_object('by', decided_by, 'at', decided_at))::text
     WHERE decided_by IS NOT NULL AND state IN ('approved', 'consumed', 'done', 'failed', 'unknown');
   DROP INDEX $schema.approvals_newest;
   CREATE INDEX approvals_newest ON $schema.approvals (created_at, id COLLATE "C");
   CREATE INDEX approvals_of_tenant
     ON $schema.approvals (tenant, state, created_at, id COLLATE "C");`,
  // Whether somebody has said no to the same call is asked with every call that needs a yes.
  `CREATE INDEX approvals_of_call
     ON $schema.approvals (fingerprint, state, created_at, id COLLATE "C");`,
];
