--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: toolcourt; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA toolcourt;


--
-- Name: append_audit(bytea, bigint, text, text[], bytea, text[], bigint[]); Type: FUNCTION; Schema: toolcourt; Owner: -
--

CREATE FUNCTION toolcourt.append_audit(prefix bytea, known_sequence bigint, known_hash text, bodies text[], leaves bytea, calls text[], begun bigint[], OUT last_sequence bigint, OUT last_hash text) RETURNS record
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
    DECLARE
      link bytea;
      hashes text[] := '{}';
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended('toolcourt audit of toolcourt', 0::bigint));
      -- A statement of its own sees the rows committed during the wait.
      SELECT sequence, hash INTO last_sequence, last_hash
        FROM toolcourt.audit ORDER BY sequence DESC LIMIT 1;
      last_sequence := coalesce(last_sequence, 0);
      -- A restored backup or lagging replica may have replaced the database. Continuing it would
      -- put new rows in place of lost ones.
      IF last_sequence < known_sequence
        OR (last_sequence = known_sequence AND last_hash IS DISTINCT FROM known_hash) THEN
        RAISE EXCEPTION 'The audit log ends with row %, and row % was written.',
          last_sequence, known_sequence USING ERRCODE = 'TC001';
      END IF;
      link := decode(coalesce(last_hash, repeat('0', 64)), 'hex');
      FOR place IN 1 .. cardinality(bodies) LOOP
        link := sha256(prefix || link || substring(leaves FROM 32 * place - 31 FOR 32));
        hashes := hashes || encode(link, 'hex');
      END LOOP;
      INSERT INTO toolcourt.audit (sequence, body, hash, call_id, begun_at)
        SELECT last_sequence + place, body, new.hash, new.call_id, new.begun_at
        FROM unnest(bodies, hashes, calls, begun)
          WITH ORDINALITY AS new (body, hash, call_id, begun_at, place);
    END
  $$;


--
-- Name: keep_admissions(); Type: FUNCTION; Schema: toolcourt; Owner: -
--

CREATE FUNCTION toolcourt.keep_admissions() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     BEGIN RAISE EXCEPTION 'Admissions are only added.'; END
   $$;


--
-- Name: keep_history_entries(); Type: FUNCTION; Schema: toolcourt; Owner: -
--

CREATE FUNCTION toolcourt.keep_history_entries() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     BEGIN RAISE EXCEPTION 'Entries of histories are never changed.'; END
   $$;


--
-- Name: keep_policies(); Type: FUNCTION; Schema: toolcourt; Owner: -
--

CREATE FUNCTION toolcourt.keep_policies() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     BEGIN RAISE EXCEPTION 'Policies are only added.'; END
   $$;


--
-- Name: keep_quarantine(); Type: FUNCTION; Schema: toolcourt; Owner: -
--

CREATE FUNCTION toolcourt.keep_quarantine() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     BEGIN RAISE EXCEPTION 'Quarantined results are never changed.'; END
   $$;


--
-- Name: keep_results(); Type: FUNCTION; Schema: toolcourt; Owner: -
--

CREATE FUNCTION toolcourt.keep_results() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     BEGIN
       IF TG_OP = 'DELETE' THEN
         IF OLD.at < (SELECT before FROM toolcourt.results_forgotten) THEN RETURN OLD; END IF;
       END IF;
       RAISE EXCEPTION 'Results are never changed, and are removed by their age alone.';
     END
   $$;


--
-- Name: refuse_change(); Type: FUNCTION; Schema: toolcourt; Owner: -
--

CREATE FUNCTION toolcourt.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     BEGIN RAISE EXCEPTION 'The audit log is only added to.'; END
   $$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: admissions; Type: TABLE; Schema: toolcourt; Owner: -
--

CREATE TABLE toolcourt.admissions (
    number bigint NOT NULL,
    server text NOT NULL,
    tool text NOT NULL,
    digest text NOT NULL,
    state text NOT NULL,
    decided_by text NOT NULL,
    decided_at bigint NOT NULL,
    note text NOT NULL
);


--
-- Name: approvals; Type: TABLE; Schema: toolcourt; Owner: -
--

CREATE TABLE toolcourt.approvals (
    id text NOT NULL,
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
    call_id text,
    tenant text,
    needed integer DEFAULT 1 NOT NULL,
    yeses text DEFAULT '[]'::text NOT NULL
);


--
-- Name: audit; Type: TABLE; Schema: toolcourt; Owner: -
--

CREATE TABLE toolcourt.audit (
    sequence bigint NOT NULL,
    body text NOT NULL,
    hash text NOT NULL,
    call_id text,
    begun_at bigint
);


--
-- Name: begun; Type: TABLE; Schema: toolcourt; Owner: -
--

CREATE TABLE toolcourt.begun (
    call_id text NOT NULL,
    sequence bigint NOT NULL,
    at bigint NOT NULL
);


--
-- Name: begun_up_to; Type: TABLE; Schema: toolcourt; Owner: -
--

CREATE TABLE toolcourt.begun_up_to (
    id integer NOT NULL,
    sequence bigint NOT NULL,
    CONSTRAINT begun_up_to_id_check CHECK ((id = 1))
);


--
-- Name: calls; Type: TABLE; Schema: toolcourt; Owner: -
--

CREATE TABLE toolcourt.calls (
    "row" bigint NOT NULL,
    call_id text NOT NULL COLLATE pg_catalog."C",
    end_row bigint,
    at bigint NOT NULL,
    ms double precision,
    tool text NOT NULL,
    server text NOT NULL,
    status text NOT NULL,
    code text NOT NULL,
    subject text NOT NULL,
    tenant text NOT NULL
);


--
-- Name: calls_up_to; Type: TABLE; Schema: toolcourt; Owner: -
--

CREATE TABLE toolcourt.calls_up_to (
    id integer NOT NULL,
    "row" bigint NOT NULL,
    CONSTRAINT calls_up_to_id_check CHECK ((id = 1))
);


--
-- Name: checkpoints; Type: TABLE; Schema: toolcourt; Owner: -
--

CREATE TABLE toolcourt.checkpoints (
    size bigint NOT NULL,
    note text NOT NULL
);


--
-- Name: connections; Type: TABLE; Schema: toolcourt; Owner: -
--

CREATE TABLE toolcourt.connections (
    id text NOT NULL,
    tenant text NOT NULL,
    owner text NOT NULL,
    name text NOT NULL,
    status text NOT NULL,
    version integer NOT NULL,
    settings text NOT NULL,
    sealed text NOT NULL,
    created_at bigint NOT NULL,
    changed_at bigint NOT NULL
);


--
-- Name: deliveries; Type: TABLE; Schema: toolcourt; Owner: -
--

CREATE TABLE toolcourt.deliveries (
    receiver text NOT NULL,
    "row" bigint NOT NULL,
    hash text,
    stopped text,
    at bigint NOT NULL,
    fence bigint NOT NULL,
    holder text NOT NULL,
    until bigint NOT NULL
);


--
-- Name: draft_changes; Type: TABLE; Schema: toolcourt; Owner: -
--

CREATE TABLE toolcourt.draft_changes (
    id integer NOT NULL,
    count bigint NOT NULL,
    CONSTRAINT draft_changes_id_check CHECK ((id = 1))
);


--
-- Name: drafts; Type: TABLE; Schema: toolcourt; Owner: -
--

CREATE TABLE toolcourt.drafts (
    tool_set text NOT NULL,
    name text NOT NULL,
    version integer NOT NULL,
    digest text NOT NULL,
    state text NOT NULL,
    decision text,
    changed_at bigint NOT NULL,
    content text NOT NULL
);


--
-- Name: grants; Type: TABLE; Schema: toolcourt; Owner: -
--

CREATE TABLE toolcourt.grants (
    id text NOT NULL,
    server text NOT NULL,
    pattern text NOT NULL,
    tools text NOT NULL,
    principal text NOT NULL,
    tenant text,
    condition text,
    reason text NOT NULL,
    max_uses integer NOT NULL,
    used integer NOT NULL,
    state text NOT NULL,
    given_by text NOT NULL,
    giver_roles text,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    ended_by text,
    ended_at bigint,
    CONSTRAINT grants_check CHECK ((used <= max_uses))
);


--
-- Name: histories; Type: TABLE; Schema: toolcourt; Owner: -
--

CREATE TABLE toolcourt.histories (
    history text NOT NULL,
    last_position bigint NOT NULL,
    last_at bigint NOT NULL
);


--
-- Name: history_entries; Type: TABLE; Schema: toolcourt; Owner: -
--

CREATE TABLE toolcourt.history_entries (
    history text NOT NULL,
    "position" bigint NOT NULL,
    at bigint NOT NULL,
    body text NOT NULL
);


--
-- Name: key_checks; Type: TABLE; Schema: toolcourt; Owner: -
--

CREATE TABLE toolcourt.key_checks (
    key_version integer NOT NULL,
    bytes bytea NOT NULL
);


--
-- Name: key_uses; Type: TABLE; Schema: toolcourt; Owner: -
--

CREATE TABLE toolcourt.key_uses (
    fingerprint text NOT NULL,
    at bigint NOT NULL
);


--
-- Name: keys; Type: TABLE; Schema: toolcourt; Owner: -
--

CREATE TABLE toolcourt.keys (
    tenant text NOT NULL,
    connection text NOT NULL,
    version integer NOT NULL,
    wrapped_by integer NOT NULL,
    bytes bytea NOT NULL
);


--
-- Name: migrations; Type: TABLE; Schema: toolcourt; Owner: -
--

CREATE TABLE toolcourt.migrations (
    version integer NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: personal; Type: TABLE; Schema: toolcourt; Owner: -
--

CREATE TABLE toolcourt.personal (
    id text NOT NULL,
    subject text NOT NULL,
    salt text NOT NULL,
    json_text text NOT NULL
);


--
-- Name: policies; Type: TABLE; Schema: toolcourt; Owner: -
--

CREATE TABLE toolcourt.policies (
    number bigint NOT NULL,
    version text NOT NULL,
    content text NOT NULL,
    put_by text NOT NULL,
    put_at bigint NOT NULL
);


--
-- Name: quarantine; Type: TABLE; Schema: toolcourt; Owner: -
--

CREATE TABLE toolcourt.quarantine (
    id text NOT NULL,
    call_id text NOT NULL,
    tenant text NOT NULL,
    server text NOT NULL,
    tool text NOT NULL,
    contract text NOT NULL,
    clause text NOT NULL,
    issues text NOT NULL,
    at bigint NOT NULL,
    sha256 text NOT NULL,
    redacted integer NOT NULL,
    is_cut integer NOT NULL,
    bytes integer NOT NULL,
    text text NOT NULL
);


--
-- Name: results; Type: TABLE; Schema: toolcourt; Owner: -
--

CREATE TABLE toolcourt.results (
    call_id text NOT NULL,
    tenant text NOT NULL,
    subject text NOT NULL,
    server text NOT NULL,
    tool text NOT NULL,
    contract text NOT NULL,
    at bigint NOT NULL,
    digest text NOT NULL,
    output text NOT NULL,
    discovery_id text,
    connection text,
    scope text,
    tier text,
    stage text,
    correlation text
);


--
-- Name: results_forgotten; Type: TABLE; Schema: toolcourt; Owner: -
--

CREATE TABLE toolcourt.results_forgotten (
    id integer NOT NULL,
    before bigint NOT NULL,
    CONSTRAINT results_forgotten_id_check CHECK ((id = 1))
);


--
-- Name: tasks; Type: TABLE; Schema: toolcourt; Owner: -
--

CREATE TABLE toolcourt.tasks (
    id text NOT NULL,
    tenant text,
    principal text NOT NULL,
    call_id text NOT NULL,
    server text NOT NULL,
    tool text NOT NULL,
    contract text NOT NULL,
    input text NOT NULL,
    upstream_id text,
    status text NOT NULL,
    content text NOT NULL,
    call text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    changed_at bigint NOT NULL,
    fence bigint DEFAULT 0 NOT NULL,
    leased integer DEFAULT 0 NOT NULL,
    busy_until bigint DEFAULT 0 NOT NULL
);


--
-- Data for Name: admissions; Type: TABLE DATA; Schema: toolcourt; Owner: -
--



--
-- Data for Name: approvals; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.approvals VALUES ('2c84c24ca855702d741723b815bc2c07', '1c50dd22f7f0d86584627e85588f9a12b07ebe08e1c346111b5674cbdcb6bc4c', '{"args_hash":"0ca56f392f82ad306de13098868519d3434cd1530a041aaca8350a1ad8e5cf5d","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795134114878,"id":"2c84c24ca855702d741723b815bc2c07","max_uses":1,"nonce":"9bb84f07cedc0076a794697ffaa6f9ff","not_before":1795133514878,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Ada"}', 'hello', 'local', '3a021e4e0ba5594c18f4c31b62a2c1652dd04b08711bd5f7efc446d6df060db7', 'operator', 'done', 1795133514878, 1795134114878, 'operator:root', 1795133531141, '02c4d9e8-a8a9-4ca7-bb36-a4efa6580cd0', NULL, 1, '[{"by":"operator:root","at":1795133531141}]');
INSERT INTO toolcourt.approvals VALUES ('67be03435c12e9f8ab44f698dd18b2c1', '40dd19821028e323ba5dfcc6004f6c1e13d700dc9b6ff3ccb59a13d7cc14fd00', '{"args_hash":"07ad3fe7994a820ac9d059b9ca2992b7798917e87ff532d141245a820ef242b7","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795134146743,"id":"67be03435c12e9f8ab44f698dd18b2c1","max_uses":1,"nonce":"e513173405ce7b71673b75cb3cf6a2ec","not_before":1795133546743,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Eve"}', 'hello', 'local', '4bffa43508e6b29fd7260816b747bac997a16a0e6e25de4262c2a3418a58dc6d', 'operator', 'denied', 1795133546743, 1795134146743, 'operator:root', 1795133557133, NULL, NULL, 1, '[]');
INSERT INTO toolcourt.approvals VALUES ('e40f2364afbf38a6a5d0fe628cfd593a', '7688a4fd9c7b3742963570a7a08a3d1615b9807279eec8ddb87318f1e87385f0', '{"args_hash":"39fcdc14d0cb1d4c4e0fc96ffc0983fb2298057abe2635a3f93b23130ad6fc47","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795134166046,"id":"e40f2364afbf38a6a5d0fe628cfd593a","max_uses":1,"nonce":"b348a6347484e7eae15e509e609dca00","not_before":1795133566046,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Cleo"}', 'hello', 'local', '612832b74518f837fbbf6ceb7e41b6fee97e15961babfb4120a30e933dd1557a', 'operator', 'approved', 1795133566046, 1795134166046, 'operator:root', 1795133589411, NULL, NULL, 1, '[{"by":"operator:root","at":1795133589411}]');
INSERT INTO toolcourt.approvals VALUES ('b417e327f58055062441693ee3198d01', '2cceb3508b7dd90ed55b881615bb80c70b9066bc074481fd38825df65a4d62d1', '{"args_hash":"57bc2a781fd9d8a11ab161d02cc95795b5c5db21a364fb4b12109b7799996efe","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795134202456,"id":"b417e327f58055062441693ee3198d01","max_uses":1,"nonce":"1f933a42b028cd39c43495545d90cddc","not_before":1795133602456,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Bob"}', 'hello', 'local', '6d060a11e1ea78ac6b18142f4003ccf33cb1b7c490774d04df3b2c0b49c738ad', 'operator', 'pending', 1795133602456, 1795134202456, NULL, NULL, NULL, NULL, 1, '[]');


--
-- Data for Name: audit; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.audit VALUES (1, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:c3016dacbfd24dc91af9c5cd3eb4d6e647853bdc6410e9fa91e38e040bb5300b","gateway":"a5e8cdfb-3d39-43ec-a090-00addb74b8c7","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795133512368,"kind":"gateway.started","monotonic":7028.353}', 'b80d46f2029557eca7f08e89277ac963a9f904539c91a2d7e91c69141ea72e75', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (2, '{"about":{"servers":2,"tools":2},"at":1795133514043,"kind":"lock.created","monotonic":8703.239}', 'ab4535bccbed0100f02f2c028c0ea290e1e0f6b871fd0d926e297981db5f7691', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (3, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:88bab6d8f6dc68a877064d584cbb5b6c50e74f617ea50d81d3a53c2ee6ffbc4f"},"at":1795133514501,"callId":"5454caef-5d94-4438-b91f-ab9dc00215c9","connection_id":null,"correlationId":"2d207b0a-3e99-4ed3-bef9-fbfdcc4f60bf","correlation_id":"2d207b0a-3e99-4ed3-bef9-fbfdcc4f60bf","kind":"call.opened","monotonic":9161.522,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"cc8513db-f699-4e41-a29a-e69bf50a7394"}', '309d8d7a2ad609f62c7a9d2587ac13d915aac32c474e37d462b63f66f150f2d4', '5454caef-5d94-4438-b91f-ab9dc00215c9', 1795133514501);
INSERT INTO toolcourt.audit VALUES (4, '{"about":{"digest":"1c50dd22f7f0d86584627e85588f9a12b07ebe08e1c346111b5674cbdcb6bc4c","expiresAt":1795134114878,"from":"operator","id":"2c84c24ca855702d741723b815bc2c07","requester":"local","tool":"hello"},"at":1795133514878,"kind":"approval.requested","monotonic":9538.983}', 'cad027304d5f111e46eb3b8467cd98f83e715404631115fae1e330c6ab777eb5', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (5, '{"at":1795133514912,"callId":"5454caef-5d94-4438-b91f-ab9dc00215c9","code":"approval-required","connection_id":null,"correlation_id":"2d207b0a-3e99-4ed3-bef9-fbfdcc4f60bf","kind":"call.closed","monotonic":9572.2,"ms":410.678,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(3)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', '7c1c19645f4698fd7c009f9270ecdab3fc4d03909a9a68bf7183e7f636b6091d', '5454caef-5d94-4438-b91f-ab9dc00215c9', NULL);
INSERT INTO toolcourt.audit VALUES (6, '{"about":{"gateway":"a5e8cdfb-3d39-43ec-a090-00addb74b8c7"},"at":1795133514986,"kind":"gateway.stopped","monotonic":9646.281}', '465a72cf8b6706a7abdfa51958809d5494ce32739f8d5033776953b66c90e5a2', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (7, '{"about":{"by":"operator:root","digest":"1c50dd22f7f0d86584627e85588f9a12b07ebe08e1c346111b5674cbdcb6bc4c","expiresAt":1795134114878,"from":"operator","id":"2c84c24ca855702d741723b815bc2c07","requester":"local","tool":"hello"},"at":1795133526916,"kind":"approval.shown","monotonic":5450.712}', '50e28749cf760b24706c709a82358cd33a94be1845e2169a380b9e7c50fc7dfe', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (8, '{"about":{"by":"operator:root","digest":"1c50dd22f7f0d86584627e85588f9a12b07ebe08e1c346111b5674cbdcb6bc4c","expiresAt":1795134114878,"from":"operator","id":"2c84c24ca855702d741723b815bc2c07","requester":"local","to":"approved","tool":"hello"},"at":1795133531141,"kind":"approval.decided","monotonic":3985.579}', '53a1d4b373249e8b6d7d176a5212bf85c148f526737a6c4c3c09833aa22d717b', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (9, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:c3016dacbfd24dc91af9c5cd3eb4d6e647853bdc6410e9fa91e38e040bb5300b","gateway":"2f5e438a-3f80-46de-a423-20b939e310b1","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795133536520,"kind":"gateway.started","monotonic":5126.528}', 'bfd82be9d59a2d94114ac9356b70095711c06883ccda4e12c6eb03a2837a8ec1', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (10, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:88bab6d8f6dc68a877064d584cbb5b6c50e74f617ea50d81d3a53c2ee6ffbc4f"},"at":1795133537939,"callId":"02c4d9e8-a8a9-4ca7-bb36-a4efa6580cd0","connection_id":null,"correlationId":"95a79268-f7d8-42fa-aeaf-deb1f0c7db1d","correlation_id":"95a79268-f7d8-42fa-aeaf-deb1f0c7db1d","kind":"call.opened","monotonic":6545.802,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"4cd9be09-6462-4eda-922f-edfeb87d04da"}', 'fd324afd86c8e866e29c15e71719ed6d2eb5c0f46520d2ff914f1a5860778089', '02c4d9e8-a8a9-4ca7-bb36-a4efa6580cd0', 1795133537939);
INSERT INTO toolcourt.audit VALUES (11, '{"about":{"digest":"1c50dd22f7f0d86584627e85588f9a12b07ebe08e1c346111b5674cbdcb6bc4c","expiresAt":1795134114878,"from":"operator","id":"2c84c24ca855702d741723b815bc2c07","requester":"local","tool":"hello"},"at":1795133538002,"callId":"02c4d9e8-a8a9-4ca7-bb36-a4efa6580cd0","kind":"approval.consumed","monotonic":6609.775}', '1affb27307740c033948dc5ab9555c201512d777b273da2b67f578365668ab82', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (12, '{"approval":{"digest":"1c50dd22f7f0d86584627e85588f9a12b07ebe08e1c346111b5674cbdcb6bc4c","id":"2c84c24ca855702d741723b815bc2c07"},"at":1795133538104,"callId":"02c4d9e8-a8a9-4ca7-bb36-a4efa6580cd0","code":"answered","connection_id":null,"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","correlation_id":"95a79268-f7d8-42fa-aeaf-deb1f0c7db1d","fromCache":false,"kind":"call.closed","monotonic":6710.963,"ms":165.16,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","result":{"bytes":212,"digest":"sha256:932659ea9a3994b69d4a167bc121e05546c500b56a6a2da0ea02f7786cbd2799"},"session_id":null,"shape":{"named":["name: string(3)"]},"stage":"done","statement":"local-principal","status":"answered","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', '7151f4d6ec6c2b0e02f06763efb690e35f2d51fcf326d81c6aaabae084c1f0df', '02c4d9e8-a8a9-4ca7-bb36-a4efa6580cd0', NULL);
INSERT INTO toolcourt.audit VALUES (13, '{"about":{"gateway":"2f5e438a-3f80-46de-a423-20b939e310b1"},"at":1795133538161,"kind":"gateway.stopped","monotonic":6768.25}', '7c4427134869398cdd0f535bb4497ca7dc9f03b20f3b025325652f781b0e38cd', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (14, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:c3016dacbfd24dc91af9c5cd3eb4d6e647853bdc6410e9fa91e38e040bb5300b","gateway":"79725279-d954-4b52-872c-ad2d5135c8ac","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795133545132,"kind":"gateway.started","monotonic":6613.509}', 'b7dc0d746ac6800e0d0621ea935195c7d1403153d737854b4c2dc5a6109d64d2', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (15, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:c21ff8939a6666c29aa3e48c70342eed9a268846fc801b5aca851350e01deae3"},"at":1795133546238,"callId":"2d9030e6-2083-47ac-84e3-e39720dfa949","connection_id":null,"correlationId":"c2fe6a73-9751-47db-a2af-5138d83d80bb","correlation_id":"c2fe6a73-9751-47db-a2af-5138d83d80bb","kind":"call.opened","monotonic":7719.128,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"79ea4660-29a4-4cd5-a87a-97caf998a5dd"}', '431a374c898b12979db1a998bc03d21c742f0b738d81a63bb2428ed61a735ed3', '2d9030e6-2083-47ac-84e3-e39720dfa949', 1795133546238);
INSERT INTO toolcourt.audit VALUES (16, '{"about":{"digest":"40dd19821028e323ba5dfcc6004f6c1e13d700dc9b6ff3ccb59a13d7cc14fd00","expiresAt":1795134146743,"from":"operator","id":"67be03435c12e9f8ab44f698dd18b2c1","requester":"local","tool":"hello"},"at":1795133546743,"kind":"approval.requested","monotonic":8224.495}', '40ceae749aec0d7737d4ab6b56decc26460e25c86e14469cfb8a9518c92caa68', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (17, '{"at":1795133546776,"callId":"2d9030e6-2083-47ac-84e3-e39720dfa949","code":"approval-required","connection_id":null,"correlation_id":"c2fe6a73-9751-47db-a2af-5138d83d80bb","kind":"call.closed","monotonic":8257.724,"ms":538.596,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(3)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', '220dd99adfce7784e859adf767a5383f2765e56e8e330a72ac10e07b9f0d53c5', '2d9030e6-2083-47ac-84e3-e39720dfa949', NULL);
INSERT INTO toolcourt.audit VALUES (18, '{"about":{"gateway":"79725279-d954-4b52-872c-ad2d5135c8ac"},"at":1795133546928,"kind":"gateway.stopped","monotonic":8409.856}', 'fbcbace49c3712faa7a80d2fb09f83a43e6ac748071800a4e3822c7c52100a70', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (19, '{"about":{"by":"operator:root","digest":"40dd19821028e323ba5dfcc6004f6c1e13d700dc9b6ff3ccb59a13d7cc14fd00","expiresAt":1795134146743,"from":"operator","id":"67be03435c12e9f8ab44f698dd18b2c1","requester":"local","tool":"hello"},"at":1795133554289,"kind":"approval.shown","monotonic":3581.673}', '59c2a97b7978195168271a0f1ff94eea18a83eb03a8b98c0c9aa899e03028a72', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (20, '{"about":{"by":"operator:root","digest":"40dd19821028e323ba5dfcc6004f6c1e13d700dc9b6ff3ccb59a13d7cc14fd00","expiresAt":1795134146743,"from":"operator","id":"67be03435c12e9f8ab44f698dd18b2c1","requester":"local","to":"denied","tool":"hello"},"at":1795133557133,"kind":"approval.decided","monotonic":2685.444}', 'b383081209ac9e17ffe6edd8e04ab15a4d010e3bb73a3394d699543c5f27855e', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (21, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:c3016dacbfd24dc91af9c5cd3eb4d6e647853bdc6410e9fa91e38e040bb5300b","gateway":"1f9c6afa-167d-4bdf-a871-859efaf564d2","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795133564708,"kind":"gateway.started","monotonic":7503.513}', 'fb91f9ebae2aab433f7f39e2af0063197879eb716379f87365207b7b8692205b', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (22, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":15,"digest":"sha256:56b446afe3d8617a4a30a985b9e105fb117efd243a34f15ae531413774b663e4"},"at":1795133566013,"callId":"3a09bfa0-9727-4a4c-9e43-6fa1b9acc9e3","connection_id":null,"correlationId":"797912ea-5822-4135-be81-27e9c557cb11","correlation_id":"797912ea-5822-4135-be81-27e9c557cb11","kind":"call.opened","monotonic":8807.909,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"626e80ce-7025-468a-926d-af61d711f101"}', 'ea6a2652aa924cfe83d6fec93469cca133c60e22337f8a1d162cb76467b6eb7b', '3a09bfa0-9727-4a4c-9e43-6fa1b9acc9e3', 1795133566013);
INSERT INTO toolcourt.audit VALUES (23, '{"about":{"digest":"7688a4fd9c7b3742963570a7a08a3d1615b9807279eec8ddb87318f1e87385f0","expiresAt":1795134166046,"from":"operator","id":"e40f2364afbf38a6a5d0fe628cfd593a","requester":"local","tool":"hello"},"at":1795133566046,"kind":"approval.requested","monotonic":8841.282}', 'fad54f263fe5a308b7b3792cb8ac71c7ab136b19f8435c63cb738f12c137479e', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (24, '{"at":1795133566064,"callId":"3a09bfa0-9727-4a4c-9e43-6fa1b9acc9e3","code":"approval-required","connection_id":null,"correlation_id":"797912ea-5822-4135-be81-27e9c557cb11","kind":"call.closed","monotonic":8859.608,"ms":51.699,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(4)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', 'ccc4ae9f3ecdeb54bfb9bbd9f8927e0adb9b29b7e48262e9a25866a287af73fc', '3a09bfa0-9727-4a4c-9e43-6fa1b9acc9e3', NULL);
INSERT INTO toolcourt.audit VALUES (25, '{"about":{"gateway":"1f9c6afa-167d-4bdf-a871-859efaf564d2"},"at":1795133566130,"kind":"gateway.stopped","monotonic":8925.186}', '168918316d2adeccdc47bb1a8079ecf2426423aa39a1e16d00787e59680a00b1', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (26, '{"about":{"by":"operator:root","digest":"7688a4fd9c7b3742963570a7a08a3d1615b9807279eec8ddb87318f1e87385f0","expiresAt":1795134166046,"from":"operator","id":"e40f2364afbf38a6a5d0fe628cfd593a","requester":"local","tool":"hello"},"at":1795133581884,"kind":"approval.shown","monotonic":7304.253}', '150b9c8d8e31e2c0af6a883df8fa5d173e9184fc1bd7863752d37b4f1415128d', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (27, '{"about":{"by":"operator:root","digest":"7688a4fd9c7b3742963570a7a08a3d1615b9807279eec8ddb87318f1e87385f0","expiresAt":1795134166046,"from":"operator","id":"e40f2364afbf38a6a5d0fe628cfd593a","requester":"local","to":"approved","tool":"hello"},"at":1795133589411,"kind":"approval.decided","monotonic":7413.837}', 'c8903fe2aa93e13ceb8396b89a00824ff17dcea47664ac94cc1dae1b5406bdd6', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (28, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:c3016dacbfd24dc91af9c5cd3eb4d6e647853bdc6410e9fa91e38e040bb5300b","gateway":"b0b925a5-7a53-4452-8162-a8c572532ad9","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795133599248,"kind":"gateway.started","monotonic":9461.801}', '3a4d07034cdab533bc5a75499a02b2de8a37f3d33dda2ec7c2f2eb6dca1640bb', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (29, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:840c3985f212fbe59d713f02acf464269bdb7abe7fcd66fb40d52320ef0da799"},"at":1795133602033,"callId":"87b5dc0d-a9e8-48c0-bc87-66d2fc4f0e6f","connection_id":null,"correlationId":"72d57ecb-ecef-4064-9d07-61b9f69feeaa","correlation_id":"72d57ecb-ecef-4064-9d07-61b9f69feeaa","kind":"call.opened","monotonic":12246.752,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"5b771981-6228-429a-8724-b3323e8fc54b"}', '002f8a7caf8f6d65c82441e9caa1b984034b2f43c99bd96ac07ac2e1dcb711c1', '87b5dc0d-a9e8-48c0-bc87-66d2fc4f0e6f', 1795133602033);
INSERT INTO toolcourt.audit VALUES (30, '{"about":{"digest":"2cceb3508b7dd90ed55b881615bb80c70b9066bc074481fd38825df65a4d62d1","expiresAt":1795134202456,"from":"operator","id":"b417e327f58055062441693ee3198d01","requester":"local","tool":"hello"},"at":1795133602456,"kind":"approval.requested","monotonic":12670.304}', '76dc3e4d7f0465f9869b9da9660035feb9fb5725afabe0e5b931394bb36c740e', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (31, '{"at":1795133602574,"callId":"87b5dc0d-a9e8-48c0-bc87-66d2fc4f0e6f","code":"approval-required","connection_id":null,"correlation_id":"72d57ecb-ecef-4064-9d07-61b9f69feeaa","kind":"call.closed","monotonic":12787.776,"ms":541.025,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(3)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', 'c90f3c84992dcdc39423abec9cddcaf86c7771a8f59c80882832cf17e838e87f', '87b5dc0d-a9e8-48c0-bc87-66d2fc4f0e6f', NULL);
INSERT INTO toolcourt.audit VALUES (32, '{"about":{"gateway":"b0b925a5-7a53-4452-8162-a8c572532ad9"},"at":1795133602777,"kind":"gateway.stopped","monotonic":12991.439}', 'b15992eabdd02e65501392da4a269e4f650329ff38b8ec2336d39c1dbfb7804c', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (33, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:c3016dacbfd24dc91af9c5cd3eb4d6e647853bdc6410e9fa91e38e040bb5300b","gateway":"3047d04f-acfa-41c4-9f17-164995b405a8","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795133615599,"kind":"gateway.started","monotonic":12161.374}', 'aac8bd469cd4405d5dd4ac464d9059258672f23e27396a351228f4d3b817033c', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (34, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":12,"digest":"sha256:3d6a916e86efba9105154ea95dda8d8da47df173d931c23e7a346c7babd81a3e"},"at":1795133617090,"callId":"e52e6f0e-276a-449c-8ed9-ee1ef7ba1b2e","connection_id":null,"correlationId":"fd786d7a-a1e5-4238-b26f-1150030bbfcb","correlation_id":"fd786d7a-a1e5-4238-b26f-1150030bbfcb","kind":"call.opened","monotonic":13651.727,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"find_ticket","tool_id":"find_ticket","traceId":"cbe920cb-166f-4f9c-8188-817d7b8bb68c"}', 'c67600c79dad74ba2d0919b284fecd7a947e41d3d11841b58411491c8e07d91a', 'e52e6f0e-276a-449c-8ed9-ee1ef7ba1b2e', 1795133617090);
INSERT INTO toolcourt.audit VALUES (35, '{"at":1795133617115,"callId":"e52e6f0e-276a-449c-8ed9-ee1ef7ba1b2e","code":"answered","connection_id":null,"contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","correlation_id":"fd786d7a-a1e5-4238-b26f-1150030bbfcb","fromCache":false,"kind":"call.closed","monotonic":13676.856,"ms":25.129,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","result":{"bytes":128,"digest":"sha256:e4c46576d303d5e1dbbe617bd48e0b53ae4d49e3dc12ca77452f1361c5163083"},"session_id":null,"shape":{"named":["number: number"]},"stage":"done","statement":"local-principal","status":"answered","target":{"address":"stdio","contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","effect":"write","name":"find_ticket","server":"tickets"},"tool_id":"find_ticket"}', '724d6b07db5f61f602c9051dfebdd3a8219b2e2f93e134575c54d319c30d02e5', 'e52e6f0e-276a-449c-8ed9-ee1ef7ba1b2e', NULL);
INSERT INTO toolcourt.audit VALUES (36, '{"about":{"gateway":"3047d04f-acfa-41c4-9f17-164995b405a8"},"at":1795133617176,"kind":"gateway.stopped","monotonic":13737.684}', '98f603eabd50631d68507c2c189e59096a7088a1c2e158ec9a0cd0bd4c1d026b', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (37, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:c3016dacbfd24dc91af9c5cd3eb4d6e647853bdc6410e9fa91e38e040bb5300b","gateway":"b131b1a3-e8b1-4da5-8f8d-ac3483dad9d4","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795133623193,"kind":"gateway.started","monotonic":5688.359}', '49e8018580d90192dc5826e7a116e4a9a4deb4221376324b8eb15ae2ef7f1655', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (38, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":12,"digest":"sha256:d65dc375f554b634c774bcc6f8a2ce6e23f41d2641c9b19453755d3dc8546f01"},"at":1795133624311,"callId":"d914f438-0c29-4aad-96c4-9527f75feda7","connection_id":null,"correlationId":"60c0eec0-5633-48d6-a8e6-9e3933b67d34","correlation_id":"60c0eec0-5633-48d6-a8e6-9e3933b67d34","kind":"call.opened","monotonic":6805.64,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"close_ticket","tool_id":"close_ticket","traceId":"a8eb18c3-8ef8-4d19-a652-626e525e67e1"}', '487564a6a7ecab94238df4cc129334bb93ee4b985c8fbc69212aceaee555704e', 'd914f438-0c29-4aad-96c4-9527f75feda7', 1795133624311);
INSERT INTO toolcourt.audit VALUES (39, '{"at":1795133624430,"callId":"d914f438-0c29-4aad-96c4-9527f75feda7","code":"answered","connection_id":null,"contract":"sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8","correlation_id":"60c0eec0-5633-48d6-a8e6-9e3933b67d34","fromCache":false,"kind":"call.closed","monotonic":6924.62,"ms":118.98,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","result":{"bytes":130,"digest":"sha256:0dd9ddac8e92e6e34cdc627c64a4dce6bdddf024acd496cbd4af2516d1ed0920"},"session_id":null,"shape":{"named":["number: number"]},"stage":"done","statement":"local-principal","status":"answered","target":{"address":"stdio","contract":"sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8","effect":"write","name":"close_ticket","server":"tickets"},"tool_id":"close_ticket"}', '5c9bf342cfb67edd2c16931ae0704ddd754b807006036b4a1522ad18e34b0652', 'd914f438-0c29-4aad-96c4-9527f75feda7', NULL);
INSERT INTO toolcourt.audit VALUES (40, '{"about":{"gateway":"b131b1a3-e8b1-4da5-8f8d-ac3483dad9d4"},"at":1795133624571,"kind":"gateway.stopped","monotonic":7065.897}', '51f94ed2a9ff5eabce2186168623b9ec5fcb11063f3ec7aaa5e2e53abed31035', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (41, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:c3016dacbfd24dc91af9c5cd3eb4d6e647853bdc6410e9fa91e38e040bb5300b","gateway":"e53ea8f6-0a37-4e59-92c3-5fcc2663e685","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795133628506,"kind":"gateway.started","monotonic":3705.616}', '5d4c04479830a886c61bb255f111b70cff47168fa6a0215774e5808656f19294', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (42, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":13,"digest":"sha256:7c445349efd10252e224efce9091e1394c7f442a1737c4d0732f9ac6f901bba7"},"at":1795133629555,"callId":"35389d71-b5ae-4e33-b078-fae88a74fe80","connection_id":null,"correlationId":"09b7dd11-4f9f-49db-adfd-9ba84fa2e0bf","correlation_id":"09b7dd11-4f9f-49db-adfd-9ba84fa2e0bf","kind":"call.opened","monotonic":4755.273,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"find_ticket","tool_id":"find_ticket","traceId":"f6d492c4-d815-4d13-a19e-1e288136a871"}', 'c4a8a3e37fcc4f1e35dacee979696e7b2dce3a59cc1725f068a72fe5db5f276f', '35389d71-b5ae-4e33-b078-fae88a74fe80', 1795133629555);
INSERT INTO toolcourt.audit VALUES (43, '{"at":1795133629710,"callId":"35389d71-b5ae-4e33-b078-fae88a74fe80","code":"output-invalid","connection_id":null,"correlation_id":"09b7dd11-4f9f-49db-adfd-9ba84fa2e0bf","kind":"call.closed","monotonic":4909.742,"ms":154.469,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["number: number"]},"stage":"run","statement":"local-principal","status":"refused","target":{"address":"stdio","contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","effect":"write","name":"find_ticket","server":"tickets"},"tool_id":"find_ticket"}', '95b47b5f3f7d2cf8e20ec321b1d7b64babff62299c3572eb9b587be9de79db60', '35389d71-b5ae-4e33-b078-fae88a74fe80', NULL);
INSERT INTO toolcourt.audit VALUES (44, '{"about":{"gateway":"e53ea8f6-0a37-4e59-92c3-5fcc2663e685"},"at":1795133629971,"kind":"gateway.stopped","monotonic":5170.76}', '88a7137151fe10a8f5ffe6f819ef4868a8c79f5d8070e42e8dcc870162884aa4', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (45, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:c3016dacbfd24dc91af9c5cd3eb4d6e647853bdc6410e9fa91e38e040bb5300b","gateway":"5f06235e-03d9-4a41-bdb8-11344b183b7e","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795133636352,"kind":"gateway.started","monotonic":6291.561}', 'bd0c65612b1a56109bd4e02a9654f7d3416fe6a73706c8dd589ddaac7ccd5a6b', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (46, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":13,"digest":"sha256:7b61b1cbcbcc385176c08b2244fb5d32aef168d90e43e48b5edd6c386307db30"},"at":1795133637700,"callId":"d6ef7a46-c136-4e8c-b4fc-0fe04ae96705","connection_id":null,"correlationId":"605a223d-b9d7-44ca-a821-ae1ba9ed6bc4","correlation_id":"605a223d-b9d7-44ca-a821-ae1ba9ed6bc4","kind":"call.opened","monotonic":7639.795,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"find_ticket","tool_id":"find_ticket","traceId":"d9f90006-60a3-46c3-a4a8-8277c15a28e8"}', '1142ee31bce715ce5a4c8cfb07ca6c48127d871d8c4090baba1fd8ba768ef85e', 'd6ef7a46-c136-4e8c-b4fc-0fe04ae96705', 1795133637700);
INSERT INTO toolcourt.audit VALUES (47, '{"about":{"operator":"operator:root","version":"sha256:a79c0bd8bd7ce320cd97bd94c76a6c850ada44111ac2cbbe617c01c644dd3323"},"at":1795133641237,"kind":"policy.put","monotonic":3400.226}', '96f953c8e9290935f78adb8ce79411a0df53b5852341c0fe036892ab46c19fea', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (48, '{"about":{"by":"operator:root","id":"9ab18d500befdb55397339da","kind":"token","name":"shop","owner":"local"},"at":1795133644768,"kind":"connection.added","monotonic":3356.163}', '87c8b257f849be8e2dc849ca180b0fd0dc6f366f0175723590875c19b85158de', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (49, '{"about":{"by":"operator:root","id":"79c025ddc2335ecd0629ef36","kind":"token","name":"gone","owner":"local"},"at":1795133647749,"kind":"connection.added","monotonic":2895.295}', '7d137860571111754fd6092712d044bf86a69e338c2af3d19de3c8d476d0a552', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (50, '{"about":{"by":"operator:root","id":"79c025ddc2335ecd0629ef36","kind":"token","name":"gone","owner":"local"},"at":1795133651063,"kind":"connection.revoked","monotonic":3272.353}', 'b6253a69c05f6a91d43f2b9d9c9e87ef06f747b75b89cfd5a9d3fd112c6b6a17', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (51, '{"about":{"by":"operator:root","changed":2,"document":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","drafts":2,"gone":0,"notImported":0,"set":"shop"},"at":1795133654426,"kind":"draft.imported","monotonic":3413.038}', 'f4b71be8e2ea1487c43a86ea83a29ae4f707c87f1d50784a0e4c1d440ecab688', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (52, '{"about":{"by":"operator:root","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","name":"get_order","set":"shop","version":1,"way":"imported"},"at":1795133654426,"kind":"draft.written","monotonic":3413.242}', '97814c9e3e46f381769691ada92088fb491e3431b147eb9192c6197a31678122', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (53, '{"about":{"by":"operator:root","digest":"sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b","name":"list_orders","set":"shop","version":1,"way":"imported"},"at":1795133654426,"kind":"draft.written","monotonic":3413.657}', '2db2229c3b31f1b4d43c749155a34978a68372a67cd4c4df4bea3d95546db173', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (54, '{"about":{"by":"operator:root","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","name":"get_order","set":"shop","to":"approved","version":2},"at":1795133661347,"kind":"draft.decided","monotonic":4942.03}', '90684cd8bee0757a21b66895a4e63e17a0983d014d4bd5c65ed457f78af8d0df', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (55, '{"about":{"by":"operator:root","contracts":"sha256:45760188c9dd8f027de63ef9c43301f8258fe86bd2a8afd59823daf5dc5295ae","expiresAt":1795137270100,"id":"ca3fd9ea240c89970ef4513555e16a22","principal":"6ce2b729-3132-4628-85f1-0ca93bc42b51","reason":"sha256:2cff9baabf56ca002610e113bc94deb6ededddfc3c130365b6e88ed5195bf774","server":"local","tool":"hello","tools":1,"uses":3},"at":1795133670100,"kind":"grant.given","monotonic":8802.818}', '79eaf5f8ebae2aeb2364f91e92c858fa40a1d2580b63ecf35add1e2b3a435d81', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (56, '{"about":{"by":"operator:root","contracts":"sha256:45760188c9dd8f027de63ef9c43301f8258fe86bd2a8afd59823daf5dc5295ae","expiresAt":1795137278650,"id":"32e1101b77d6d5c457a7e4a5c3c78c62","principal":"6ce2b729-3132-4628-85f1-0ca93bc42b51","reason":"sha256:325928dad748eb0ae3c41b0b54550f862e65478fe15e6619fa6eb4db290e6c4a","server":"local","tool":"hello","tools":1,"uses":3},"at":1795133678650,"kind":"grant.given","monotonic":7916.555}', 'f5d9bb7145363c819be68706ac250785a0d5976ee0c5befb4046ee4535586a39', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (57, '{"about":{"by":"operator:root","id":"32e1101b77d6d5c457a7e4a5c3c78c62","principal":"6ce2b729-3132-4628-85f1-0ca93bc42b51","server":"local"},"at":1795133686063,"kind":"grant.revoked","monotonic":3147.134}', 'f4f2757563eb412122064bebc9b0987d009e50bc7ab835e2d822a047c16d4a64', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (58, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:c3016dacbfd24dc91af9c5cd3eb4d6e647853bdc6410e9fa91e38e040bb5300b","gateway":"d6c1c1a4-9a79-4114-b4da-ab4b314e585d","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795133690634,"kind":"gateway.started","monotonic":4509.221}', '8422885ee5d41264d70d74e1ee070a154a4ffaa5df72e2fd0b71d982dc557c28', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (59, '{"about":{"gateway":"d6c1c1a4-9a79-4114-b4da-ab4b314e585d"},"at":1795133692647,"kind":"gateway.stopped","monotonic":6521.477}', 'd8d1afd21af4fab579d10a3127b522fe7205c682acdd47705ee7deeb4a284096', NULL, NULL);


--
-- Data for Name: begun; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.begun VALUES ('d6ef7a46-c136-4e8c-b4fc-0fe04ae96705', 46, 1795133637700);


--
-- Data for Name: begun_up_to; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.begun_up_to VALUES (1, 59);


--
-- Data for Name: calls; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.calls VALUES (3, '5454caef-5d94-4438-b91f-ab9dc00215c9', 5, 1795133514501, 410.678, 'hello', 'local', 'refused', 'approval-required', 'local', '');
INSERT INTO toolcourt.calls VALUES (10, '02c4d9e8-a8a9-4ca7-bb36-a4efa6580cd0', 12, 1795133537939, 165.16, 'hello', 'local', 'answered', 'answered', 'local', '');
INSERT INTO toolcourt.calls VALUES (15, '2d9030e6-2083-47ac-84e3-e39720dfa949', 17, 1795133546238, 538.596, 'hello', 'local', 'refused', 'approval-required', 'local', '');
INSERT INTO toolcourt.calls VALUES (22, '3a09bfa0-9727-4a4c-9e43-6fa1b9acc9e3', 24, 1795133566013, 51.699, 'hello', 'local', 'refused', 'approval-required', 'local', '');
INSERT INTO toolcourt.calls VALUES (29, '87b5dc0d-a9e8-48c0-bc87-66d2fc4f0e6f', 31, 1795133602033, 541.025, 'hello', 'local', 'refused', 'approval-required', 'local', '');
INSERT INTO toolcourt.calls VALUES (34, 'e52e6f0e-276a-449c-8ed9-ee1ef7ba1b2e', 35, 1795133617090, 25.129, 'find_ticket', 'tickets', 'answered', 'answered', 'local', '');
INSERT INTO toolcourt.calls VALUES (38, 'd914f438-0c29-4aad-96c4-9527f75feda7', 39, 1795133624311, 118.98, 'close_ticket', 'tickets', 'answered', 'answered', 'local', '');
INSERT INTO toolcourt.calls VALUES (42, '35389d71-b5ae-4e33-b078-fae88a74fe80', 43, 1795133629555, 154.469, 'find_ticket', 'tickets', 'refused', 'output-invalid', 'local', '');
INSERT INTO toolcourt.calls VALUES (46, 'd6ef7a46-c136-4e8c-b4fc-0fe04ae96705', NULL, 1795133637700, NULL, 'find_ticket', '', 'started', '', 'local', '');


--
-- Data for Name: calls_up_to; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.calls_up_to VALUES (1, 59);


--
-- Data for Name: checkpoints; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.checkpoints VALUES (6, 'toolcourt-fb45466a-7376-4b6d-9e70-3ab2f2a4daf6
6
zrlCZmvBldbcRSqPq/pUkuv4yZrP5SbDEhmoGMC/DeY=

— toolcourt-fb45466a-7376-4b6d-9e70-3ab2f2a4daf6 nN0LXwBCBr3xDRFa6v35Ai3Kpa5cNRxTBrEoljUAg2LD6pQgP2noHo3xkefKXTXd7ythxI6pPz+70CUYAedsNbSOzgA=
');
INSERT INTO toolcourt.checkpoints VALUES (13, 'toolcourt-fb45466a-7376-4b6d-9e70-3ab2f2a4daf6
13
SMq8VcWGQiF5Q55jSX2+GnLNrjZRIOrvDAsIVSp8dcY=

— toolcourt-fb45466a-7376-4b6d-9e70-3ab2f2a4daf6 nN0LXwgvyCunugt/AAv7faEO9D5kBKyDcFeyh9cWkSANSUnV7yHu7p94vRBda6v20krhlIl6VxBUlrJ289nD7GTA5wI=
');
INSERT INTO toolcourt.checkpoints VALUES (18, 'toolcourt-fb45466a-7376-4b6d-9e70-3ab2f2a4daf6
18
An2K6DDNkaiKqBwyno25B40xZY4I2y1h+nAszLlZU+g=

— toolcourt-fb45466a-7376-4b6d-9e70-3ab2f2a4daf6 nN0LX5fLMN6zYZyFTlxtFSjn1pKs9pQ70PNco7DOO6d00cAims+UWJ/A2zr/hT+kFOEu0kvBLJwBQODIvt9XymSlHQ0=
');
INSERT INTO toolcourt.checkpoints VALUES (25, 'toolcourt-fb45466a-7376-4b6d-9e70-3ab2f2a4daf6
25
PzARnY9dvDNc9EJqB+VhVd7krZmLeyx50vtbXTanAW8=

— toolcourt-fb45466a-7376-4b6d-9e70-3ab2f2a4daf6 nN0LX7glFLuiSbHOL2nFqeQlmwVupARFkv5CzyJLWIAhmPDQ8VDINpRUyR+VyXP84y7hnvNLRLLqT9OMe0IlHCTTKA0=
');
INSERT INTO toolcourt.checkpoints VALUES (32, 'toolcourt-fb45466a-7376-4b6d-9e70-3ab2f2a4daf6
32
GiGLeVmu/u5sROQURKu8OSfJZpNfepfJNu7S5PZQ9Is=

— toolcourt-fb45466a-7376-4b6d-9e70-3ab2f2a4daf6 nN0LXx1kMf2iCs6MKWv7JCyu8JOfTUsS+LVl8013n54MA5GmtCqRzaG5YETTS4Z2q3bfxWAd9Rn/PmHsUwQB61MUKg0=
');
INSERT INTO toolcourt.checkpoints VALUES (36, 'toolcourt-fb45466a-7376-4b6d-9e70-3ab2f2a4daf6
36
8EDAs1QTLxGXCZtHM2wEO7gfxJ6ftXqSxiW49SruVZg=

— toolcourt-fb45466a-7376-4b6d-9e70-3ab2f2a4daf6 nN0LX+HpZuf0wBntckQ6rnXfi4njXeIsaMNDlF1yy2TDd0PP48mRZBjAxikja10YKsqkdMhExC8IftcbZ34lXua1Uwk=
');
INSERT INTO toolcourt.checkpoints VALUES (40, 'toolcourt-fb45466a-7376-4b6d-9e70-3ab2f2a4daf6
40
mrjYG3Fb9qpcngC5ZTf1MlblTkXnWflO5Dxc44nANr8=

— toolcourt-fb45466a-7376-4b6d-9e70-3ab2f2a4daf6 nN0LX4aWI7LeGbghXIlOZ9StGjZ6+7b0UJNnNiUhN7Vlc0zybnyTXz2dIjJ6Gt0/94Bc+S+6GM0Tqg1s8Tsghswl9gs=
');
INSERT INTO toolcourt.checkpoints VALUES (44, 'toolcourt-fb45466a-7376-4b6d-9e70-3ab2f2a4daf6
44
/qnzevROxipxlWQEfjW9VlpVWC2CxZtD/RL7Dv2azHk=

— toolcourt-fb45466a-7376-4b6d-9e70-3ab2f2a4daf6 nN0LX7O9+Yq2TBjzkgekwRfX45ze37isa2wyn1/AsGtc+6lfLDCJHU+0gYN/7RcjgccIUhK3Zn1qZoNs7tcuS90JbgY=
');
INSERT INTO toolcourt.checkpoints VALUES (59, 'toolcourt-fb45466a-7376-4b6d-9e70-3ab2f2a4daf6
59
wPctcdsLKIalO7jAYvpd723VfEQBYgZtDbrDqXPzGxA=

— toolcourt-fb45466a-7376-4b6d-9e70-3ab2f2a4daf6 nN0LXzoReYsaEyWE5IhxI4PM21/UTjZ/HYOgCUkV3Dd2wXcYopt5DZe76VVW2t8k6I9/L7oaVAC1IQdApSJhmhQhags=
');


--
-- Data for Name: connections; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.connections VALUES ('9ab18d500befdb55397339da', '', 'local', 'shop', 'active', 1, '{"kind":"token","origins":["https://api.example.com"],"users":"owner","levels":{},"tiers":[],"header":"authorization","prefix":"Bearer "}', '{"token":"tc1.1.0F4W5DMI-ZRgIuKuntYXfAigLn4LHaF7IzJR55rxUc9IAV-DOjUm5Kz7g2D0C5bx_Q"}', 1795133644758, 1795133644758);
INSERT INTO toolcourt.connections VALUES ('79c025ddc2335ecd0629ef36', '', 'local', 'gone', 'revoked', 2, '{"kind":"token","origins":["https://api.example.com"],"users":"owner","levels":{},"tiers":[],"header":"authorization","prefix":"Bearer "}', '{}', 1795133647743, 1795133651063);


--
-- Data for Name: deliveries; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.deliveries VALUES ('archive', 58, '8422885ee5d41264d70d74e1ee070a154a4ffaa5df72e2fd0b71d982dc557c28', NULL, 1795133690699, 10, 'a463ea09-bee9-496e-9d68-962284c2bd76', 0);


--
-- Data for Name: draft_changes; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.draft_changes VALUES (1, 2);


--
-- Data for Name: drafts; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.drafts VALUES ('shop', 'list_orders', 1, 'sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b', 'pending', NULL, 1795133654426, '{"tool":{"name":"list_orders","description":"Lists all orders of the shop.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{}},"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":true},"_meta":{"dev.toolcourt/contract":{"effect":"read"}}},"operation":{"method":"GET","path":"/orders","base":{"origin":"https://api.example.com","path":""},"parameters":[],"response":{"contentType":"application/json","shape":"object"},"security":[]},"provenance":{"from":"shop.yaml","documentDigest":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","pointer":"/paths/~1orders/get","edition":"3.1","title":"Shop","version":"1.0"},"notes":[],"writtenBy":"operator:root","importedDigest":"sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b"}');
INSERT INTO toolcourt.drafts VALUES ('shop', 'get_order', 2, 'sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98', 'approved', '{"kind":"approved","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","by":"operator:root","at":1795133661347}', 1795133661347, '{"tool":{"name":"get_order","description":"Finds one order of the shop by its number.","inputSchema":{"type":"object","properties":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"description":"The number of the order."}},"required":["id"],"additionalProperties":false}},"required":["path"],"additionalProperties":false},"outputSchema":{"type":"object","required":["id","status"],"properties":{"id":{"type":"integer","description":"The number of the order."},"status":{"type":"string","description":"Where the order is."}}},"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":true},"_meta":{"dev.toolcourt/contract":{"effect":"read"}}},"operation":{"method":"GET","path":"/orders/{id}","base":{"origin":"https://api.example.com","path":""},"parameters":[{"place":"path","name":"id","style":"simple","explode":false}],"response":{"contentType":"application/json","shape":"object"},"security":[]},"provenance":{"from":"shop.yaml","documentDigest":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","pointer":"/paths/~1orders~1{id}/get","edition":"3.1","title":"Shop","version":"1.0"},"notes":[],"writtenBy":"operator:root","importedDigest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98"}');


--
-- Data for Name: grants; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.grants VALUES ('ca3fd9ea240c89970ef4513555e16a22', 'local', 'hello', '{"hello":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf"}', 'login:ada', NULL, NULL, 'Import', 3, 0, 'active', 'operator:root', NULL, 1795133670100, 1795137270100, NULL, NULL);
INSERT INTO toolcourt.grants VALUES ('32e1101b77d6d5c457a7e4a5c3c78c62', 'local', 'hello', '{"hello":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf"}', 'login:ada', NULL, NULL, 'Mistake', 3, 0, 'revoked', 'operator:root', NULL, 1795133678650, 1795137278650, 'operator:root', 1795133686063);


--
-- Data for Name: histories; Type: TABLE DATA; Schema: toolcourt; Owner: -
--



--
-- Data for Name: history_entries; Type: TABLE DATA; Schema: toolcourt; Owner: -
--



--
-- Data for Name: key_checks; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.key_checks VALUES (1, '\x79a8fd45b217d73623d749b69e55d14790cd9ea9be442aec80d764de93bf401655ce28b2b6c2f04c1cdf318a42ae70badc84');


--
-- Data for Name: key_uses; Type: TABLE DATA; Schema: toolcourt; Owner: -
--



--
-- Data for Name: keys; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.keys VALUES ('', '9ab18d500befdb55397339da', 1, 1, '\x461c7cf3058523a16251939002b3c30c5a706060e3642deaad546eaccdd3aeee146b6b0a699221cbefd602eb120daf949dc2af9ae08b78c2b1531a83');
INSERT INTO toolcourt.keys VALUES ('', '79c025ddc2335ecd0629ef36', 1, 1, '\xa8424ee295f2f5e77813ca65cb6003284f4722cc2ad9517111ec0b92c9e3c25ccbb66a44683361304a7cebe9b5d0b9b982d9f11f557d2037d773d4f0');


--
-- Data for Name: migrations; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.migrations VALUES (1, '2026-11-20 00:11:51.821158+00');
INSERT INTO toolcourt.migrations VALUES (2, '2026-11-20 00:11:51.821158+00');
INSERT INTO toolcourt.migrations VALUES (3, '2026-11-20 00:11:51.821158+00');
INSERT INTO toolcourt.migrations VALUES (4, '2026-11-20 00:11:51.821158+00');
INSERT INTO toolcourt.migrations VALUES (5, '2026-11-20 00:11:51.821158+00');
INSERT INTO toolcourt.migrations VALUES (6, '2026-11-20 00:11:51.821158+00');
INSERT INTO toolcourt.migrations VALUES (7, '2026-11-20 00:11:51.821158+00');
INSERT INTO toolcourt.migrations VALUES (8, '2026-11-20 00:11:51.821158+00');
INSERT INTO toolcourt.migrations VALUES (9, '2026-11-20 00:11:51.821158+00');
INSERT INTO toolcourt.migrations VALUES (10, '2026-11-20 00:11:51.821158+00');
INSERT INTO toolcourt.migrations VALUES (11, '2026-11-20 00:11:51.821158+00');
INSERT INTO toolcourt.migrations VALUES (12, '2026-11-20 00:11:51.821158+00');
INSERT INTO toolcourt.migrations VALUES (13, '2026-11-20 00:11:51.821158+00');
INSERT INTO toolcourt.migrations VALUES (14, '2026-11-20 00:11:51.821158+00');
INSERT INTO toolcourt.migrations VALUES (15, '2026-11-20 00:11:51.821158+00');
INSERT INTO toolcourt.migrations VALUES (16, '2026-11-20 00:11:51.821158+00');
INSERT INTO toolcourt.migrations VALUES (17, '2026-11-20 00:11:51.821158+00');


--
-- Data for Name: personal; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.personal VALUES ('fbd00e2090b548398913631433653d429bc702ced14ddd8721e9d9ba74c8132c', '6ce2b729-3132-4628-85f1-0ca93bc42b51', '2c28c569-6477-450d-9fc4-2600623841df', '"login:ada"');


--
-- Data for Name: policies; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.policies VALUES (1, 'sha256:a79c0bd8bd7ce320cd97bd94c76a6c850ada44111ac2cbbe617c01c644dd3323', 'version: 1
statements:
  - { id: here, effect: allow, kinds: [local], tools: ["*/*"] }
...
', 'operator:root', 1795133641237);


--
-- Data for Name: quarantine; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.quarantine VALUES ('11361b6e-4d63-4c92-ba55-e8f62454d97a', '35389d71-b5ae-4e33-b078-fae88a74fe80', '', 'tickets', 'find_ticket', 'sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82', 'output', '["/structuredContent/open: expected boolean"]', 1795133629709, 'c6b400f77c07394da465ce9e53779420deab005501aec06d302859f71a8a3be5', 0, 0, 124, '{"content":[{"type":"text","text":"{\"number\":13,\"open\":\"broken\"}"}],"structuredContent":{"number":13,"open":"broken"}}');


--
-- Data for Name: results; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.results VALUES ('02c4d9e8-a8a9-4ca7-bb36-a4efa6580cd0', '', 'local', 'local', 'hello', 'sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf', 1795133538104, 'sha256:932659ea9a3994b69d4a167bc121e05546c500b56a6a2da0ea02f7786cbd2799', '{"content":[{"type":"text","text":"{\"message\":\"Hello, Ada!\",\"timestamp\":\"2026-11-20T00:12:18.098Z\"}"}],"isError":false,"structuredContent":{"message":"Hello, Ada!","timestamp":"2026-11-20T00:12:18.098Z"}}', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO toolcourt.results VALUES ('e52e6f0e-276a-449c-8ed9-ee1ef7ba1b2e', '', 'local', 'tickets', 'find_ticket', 'sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82', 1795133617115, 'sha256:e4c46576d303d5e1dbbe617bd48e0b53ae4d49e3dc12ca77452f1361c5163083', '{"content":[{"type":"text","text":"{\"number\":1,\"open\":true}"}],"isError":false,"structuredContent":{"number":1,"open":true}}', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO toolcourt.results VALUES ('d914f438-0c29-4aad-96c4-9527f75feda7', '', 'local', 'tickets', 'close_ticket', 'sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8', 1795133624430, 'sha256:0dd9ddac8e92e6e34cdc627c64a4dce6bdddf024acd496cbd4af2516d1ed0920', '{"content":[{"type":"text","text":"{\"number\":2,\"open\":false}"}],"isError":false,"structuredContent":{"number":2,"open":false}}', NULL, NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: results_forgotten; Type: TABLE DATA; Schema: toolcourt; Owner: -
--



--
-- Data for Name: tasks; Type: TABLE DATA; Schema: toolcourt; Owner: -
--



--
-- Name: admissions admissions_pkey; Type: CONSTRAINT; Schema: toolcourt; Owner: -
--

ALTER TABLE ONLY toolcourt.admissions
    ADD CONSTRAINT admissions_pkey PRIMARY KEY (number);


--
-- Name: approvals approvals_pkey; Type: CONSTRAINT; Schema: toolcourt; Owner: -
--

ALTER TABLE ONLY toolcourt.approvals
    ADD CONSTRAINT approvals_pkey PRIMARY KEY (id);


--
-- Name: audit audit_pkey; Type: CONSTRAINT; Schema: toolcourt; Owner: -
--

ALTER TABLE ONLY toolcourt.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (sequence);


--
-- Name: begun begun_pkey; Type: CONSTRAINT; Schema: toolcourt; Owner: -
--

ALTER TABLE ONLY toolcourt.begun
    ADD CONSTRAINT begun_pkey PRIMARY KEY (call_id);


--
-- Name: begun_up_to begun_up_to_pkey; Type: CONSTRAINT; Schema: toolcourt; Owner: -
--

ALTER TABLE ONLY toolcourt.begun_up_to
    ADD CONSTRAINT begun_up_to_pkey PRIMARY KEY (id);


--
-- Name: calls calls_pkey; Type: CONSTRAINT; Schema: toolcourt; Owner: -
--

ALTER TABLE ONLY toolcourt.calls
    ADD CONSTRAINT calls_pkey PRIMARY KEY ("row");


--
-- Name: calls_up_to calls_up_to_pkey; Type: CONSTRAINT; Schema: toolcourt; Owner: -
--

ALTER TABLE ONLY toolcourt.calls_up_to
    ADD CONSTRAINT calls_up_to_pkey PRIMARY KEY (id);


--
-- Name: checkpoints checkpoints_pkey; Type: CONSTRAINT; Schema: toolcourt; Owner: -
--

ALTER TABLE ONLY toolcourt.checkpoints
    ADD CONSTRAINT checkpoints_pkey PRIMARY KEY (size);


--
-- Name: connections connections_pkey; Type: CONSTRAINT; Schema: toolcourt; Owner: -
--

ALTER TABLE ONLY toolcourt.connections
    ADD CONSTRAINT connections_pkey PRIMARY KEY (id);


--
-- Name: deliveries deliveries_pkey; Type: CONSTRAINT; Schema: toolcourt; Owner: -
--

ALTER TABLE ONLY toolcourt.deliveries
    ADD CONSTRAINT deliveries_pkey PRIMARY KEY (receiver);


--
-- Name: draft_changes draft_changes_pkey; Type: CONSTRAINT; Schema: toolcourt; Owner: -
--

ALTER TABLE ONLY toolcourt.draft_changes
    ADD CONSTRAINT draft_changes_pkey PRIMARY KEY (id);


--
-- Name: drafts drafts_pkey; Type: CONSTRAINT; Schema: toolcourt; Owner: -
--

ALTER TABLE ONLY toolcourt.drafts
    ADD CONSTRAINT drafts_pkey PRIMARY KEY (tool_set, name);


--
-- Name: grants grants_pkey; Type: CONSTRAINT; Schema: toolcourt; Owner: -
--

ALTER TABLE ONLY toolcourt.grants
    ADD CONSTRAINT grants_pkey PRIMARY KEY (id);


--
-- Name: histories histories_pkey; Type: CONSTRAINT; Schema: toolcourt; Owner: -
--

ALTER TABLE ONLY toolcourt.histories
    ADD CONSTRAINT histories_pkey PRIMARY KEY (history);


--
-- Name: history_entries history_entries_pkey; Type: CONSTRAINT; Schema: toolcourt; Owner: -
--

ALTER TABLE ONLY toolcourt.history_entries
    ADD CONSTRAINT history_entries_pkey PRIMARY KEY (history, "position");


--
-- Name: key_checks key_checks_pkey; Type: CONSTRAINT; Schema: toolcourt; Owner: -
--

ALTER TABLE ONLY toolcourt.key_checks
    ADD CONSTRAINT key_checks_pkey PRIMARY KEY (key_version);


--
-- Name: key_uses key_uses_pkey; Type: CONSTRAINT; Schema: toolcourt; Owner: -
--

ALTER TABLE ONLY toolcourt.key_uses
    ADD CONSTRAINT key_uses_pkey PRIMARY KEY (fingerprint);


--
-- Name: keys keys_pkey; Type: CONSTRAINT; Schema: toolcourt; Owner: -
--

ALTER TABLE ONLY toolcourt.keys
    ADD CONSTRAINT keys_pkey PRIMARY KEY (tenant, connection, version);


--
-- Name: migrations migrations_pkey; Type: CONSTRAINT; Schema: toolcourt; Owner: -
--

ALTER TABLE ONLY toolcourt.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (version);


--
-- Name: personal personal_pkey; Type: CONSTRAINT; Schema: toolcourt; Owner: -
--

ALTER TABLE ONLY toolcourt.personal
    ADD CONSTRAINT personal_pkey PRIMARY KEY (id);


--
-- Name: policies policies_pkey; Type: CONSTRAINT; Schema: toolcourt; Owner: -
--

ALTER TABLE ONLY toolcourt.policies
    ADD CONSTRAINT policies_pkey PRIMARY KEY (number);


--
-- Name: quarantine quarantine_pkey; Type: CONSTRAINT; Schema: toolcourt; Owner: -
--

ALTER TABLE ONLY toolcourt.quarantine
    ADD CONSTRAINT quarantine_pkey PRIMARY KEY (id);


--
-- Name: results_forgotten results_forgotten_pkey; Type: CONSTRAINT; Schema: toolcourt; Owner: -
--

ALTER TABLE ONLY toolcourt.results_forgotten
    ADD CONSTRAINT results_forgotten_pkey PRIMARY KEY (id);


--
-- Name: results results_pkey; Type: CONSTRAINT; Schema: toolcourt; Owner: -
--

ALTER TABLE ONLY toolcourt.results
    ADD CONSTRAINT results_pkey PRIMARY KEY (call_id);


--
-- Name: tasks tasks_pkey; Type: CONSTRAINT; Schema: toolcourt; Owner: -
--

ALTER TABLE ONLY toolcourt.tasks
    ADD CONSTRAINT tasks_pkey PRIMARY KEY (id);


--
-- Name: admissions_of_tool; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX admissions_of_tool ON toolcourt.admissions USING btree (server, tool, number);


--
-- Name: approvals_by_requester; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX approvals_by_requester ON toolcourt.approvals USING btree (requester, created_at);


--
-- Name: approvals_newest; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX approvals_newest ON toolcourt.approvals USING btree (created_at, id COLLATE "C");


--
-- Name: approvals_of_call; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX approvals_of_call ON toolcourt.approvals USING btree (fingerprint, state, created_at, id COLLATE "C");


--
-- Name: approvals_of_tenant; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX approvals_of_tenant ON toolcourt.approvals USING btree (tenant, state, created_at, id COLLATE "C");


--
-- Name: approvals_open; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX approvals_open ON toolcourt.approvals USING btree (fingerprint) WHERE (state = ANY (ARRAY['pending'::text, 'approved'::text]));


--
-- Name: approvals_settled; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX approvals_settled ON toolcourt.approvals USING btree (expires_at) WHERE (state <> ALL (ARRAY['pending'::text, 'approved'::text]));


--
-- Name: calls_by_code; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX calls_by_code ON toolcourt.calls USING btree (code, at, "row");


--
-- Name: calls_by_id; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE UNIQUE INDEX calls_by_id ON toolcourt.calls USING btree (call_id);


--
-- Name: calls_by_server; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX calls_by_server ON toolcourt.calls USING btree (server, at, "row");


--
-- Name: calls_by_status; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX calls_by_status ON toolcourt.calls USING btree (status, at, "row");


--
-- Name: calls_by_subject; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX calls_by_subject ON toolcourt.calls USING btree (subject, at, "row");


--
-- Name: calls_by_tenant; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX calls_by_tenant ON toolcourt.calls USING btree (tenant, at, "row");


--
-- Name: calls_by_tool; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX calls_by_tool ON toolcourt.calls USING btree (tool, at, "row");


--
-- Name: calls_newest; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX calls_newest ON toolcourt.calls USING btree (at, "row");


--
-- Name: connections_by_name; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX connections_by_name ON toolcourt.connections USING btree (tenant, name);


--
-- Name: connections_have_a_name; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE UNIQUE INDEX connections_have_a_name ON toolcourt.connections USING btree (tenant, name) WHERE (status <> 'revoked'::text);


--
-- Name: drafts_by_state; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX drafts_by_state ON toolcourt.drafts USING btree (state, tool_set);


--
-- Name: grants_ended; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX grants_ended ON toolcourt.grants USING btree (expires_at) WHERE (state <> 'active'::text);


--
-- Name: grants_expiring; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX grants_expiring ON toolcourt.grants USING btree (expires_at) WHERE (state = 'active'::text);


--
-- Name: grants_newest; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX grants_newest ON toolcourt.grants USING btree (created_at, id COLLATE "C");


--
-- Name: grants_of_holder; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX grants_of_holder ON toolcourt.grants USING btree (principal, tenant) WHERE (state = 'active'::text);


--
-- Name: histories_by_age; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX histories_by_age ON toolcourt.histories USING btree (last_at);


--
-- Name: keys_by_wrapping; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX keys_by_wrapping ON toolcourt.keys USING btree (wrapped_by);


--
-- Name: personal_by_subject; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX personal_by_subject ON toolcourt.personal USING btree (subject);


--
-- Name: policies_by_version; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX policies_by_version ON toolcourt.policies USING btree (version);


--
-- Name: quarantine_newest; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX quarantine_newest ON toolcourt.quarantine USING btree (at, id COLLATE "C") INCLUDE (bytes);


--
-- Name: results_newest; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX results_newest ON toolcourt.results USING btree (at, call_id COLLATE "C");


--
-- Name: results_of_discovery; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX results_of_discovery ON toolcourt.results USING btree (discovery_id, at, call_id COLLATE "C") WHERE (discovery_id IS NOT NULL);


--
-- Name: tasks_expiring; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX tasks_expiring ON toolcourt.tasks USING btree (expires_at);


--
-- Name: tasks_live; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX tasks_live ON toolcourt.tasks USING btree (principal, tenant, expires_at) WHERE (status = ANY (ARRAY['working'::text, 'input_required'::text]));


--
-- Name: admissions admissions_are_only_added; Type: TRIGGER; Schema: toolcourt; Owner: -
--

CREATE TRIGGER admissions_are_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON toolcourt.admissions FOR EACH STATEMENT EXECUTE FUNCTION toolcourt.keep_admissions();


--
-- Name: audit audit_is_only_added_to; Type: TRIGGER; Schema: toolcourt; Owner: -
--

CREATE TRIGGER audit_is_only_added_to BEFORE DELETE OR UPDATE OR TRUNCATE ON toolcourt.audit FOR EACH STATEMENT EXECUTE FUNCTION toolcourt.refuse_change();


--
-- Name: history_entries history_entries_are_never_changed; Type: TRIGGER; Schema: toolcourt; Owner: -
--

CREATE TRIGGER history_entries_are_never_changed BEFORE UPDATE ON toolcourt.history_entries FOR EACH STATEMENT EXECUTE FUNCTION toolcourt.keep_history_entries();


--
-- Name: policies policies_are_only_added; Type: TRIGGER; Schema: toolcourt; Owner: -
--

CREATE TRIGGER policies_are_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON toolcourt.policies FOR EACH STATEMENT EXECUTE FUNCTION toolcourt.keep_policies();


--
-- Name: quarantine quarantine_is_never_changed; Type: TRIGGER; Schema: toolcourt; Owner: -
--

CREATE TRIGGER quarantine_is_never_changed BEFORE UPDATE ON toolcourt.quarantine FOR EACH STATEMENT EXECUTE FUNCTION toolcourt.keep_quarantine();


--
-- Name: results results_are_never_changed; Type: TRIGGER; Schema: toolcourt; Owner: -
--

CREATE TRIGGER results_are_never_changed BEFORE UPDATE OR TRUNCATE ON toolcourt.results FOR EACH STATEMENT EXECUTE FUNCTION toolcourt.keep_results();


--
-- Name: results results_are_removed_by_age; Type: TRIGGER; Schema: toolcourt; Owner: -
--

CREATE TRIGGER results_are_removed_by_age BEFORE DELETE ON toolcourt.results FOR EACH ROW EXECUTE FUNCTION toolcourt.keep_results();


--
-- Name: history_entries history_entries_history_fkey; Type: FK CONSTRAINT; Schema: toolcourt; Owner: -
--

ALTER TABLE ONLY toolcourt.history_entries
    ADD CONSTRAINT history_entries_history_fkey FOREIGN KEY (history) REFERENCES toolcourt.histories(history) ON DELETE CASCADE;


--
-- PostgreSQL database dump complete
--


