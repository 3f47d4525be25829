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

INSERT INTO toolcourt.approvals VALUES ('4ca383d68726cf22e74a98d5a16e6672', 'e96fedf50ceaf1eb300802d71ab26a8727099b9ddf7b05c08e2ae7f90cfa2396', '{"args_hash":"0ca56f392f82ad306de13098868519d3434cd1530a041aaca8350a1ad8e5cf5d","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795101344974,"id":"4ca383d68726cf22e74a98d5a16e6672","max_uses":1,"nonce":"391bd0b364e5375fd12235f08f0c15d2","not_before":1795100744974,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Ada"}', 'hello', 'local', '3a021e4e0ba5594c18f4c31b62a2c1652dd04b08711bd5f7efc446d6df060db7', 'operator', 'done', 1795100744974, 1795101344974, 'operator:root', 1795100751183, 'dfa12b1f-f184-4bd9-9714-a7993b21e7ee', NULL, 1, '[{"by":"operator:root","at":1795100751183}]');
INSERT INTO toolcourt.approvals VALUES ('ab8177fb17c1cc2c81b04bc82c5d58b4', '5728963a14d998c2a4f61d0644f30b14a87b02b50c2d6128b6f58aaccab8a0ca', '{"args_hash":"07ad3fe7994a820ac9d059b9ca2992b7798917e87ff532d141245a820ef242b7","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795101358911,"id":"ab8177fb17c1cc2c81b04bc82c5d58b4","max_uses":1,"nonce":"09821a4ab7b4ece83814097db7f7b594","not_before":1795100758911,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Eve"}', 'hello', 'local', '4bffa43508e6b29fd7260816b747bac997a16a0e6e25de4262c2a3418a58dc6d', 'operator', 'denied', 1795100758911, 1795101358911, 'operator:root', 1795100767648, NULL, NULL, 1, '[]');
INSERT INTO toolcourt.approvals VALUES ('eda6c4dd8a0052469f5201d1fb7f82ad', 'e64aaf8b117d3648e5c7aeded3b38f81cb2097d74e7a0394673cfd729d773d70', '{"args_hash":"39fcdc14d0cb1d4c4e0fc96ffc0983fb2298057abe2635a3f93b23130ad6fc47","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795101372192,"id":"eda6c4dd8a0052469f5201d1fb7f82ad","max_uses":1,"nonce":"74f61fa39a1881ef55657e15837f1189","not_before":1795100772192,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Cleo"}', 'hello', 'local', '612832b74518f837fbbf6ceb7e41b6fee97e15961babfb4120a30e933dd1557a', 'operator', 'approved', 1795100772192, 1795101372192, 'operator:root', 1795100784669, NULL, NULL, 1, '[{"by":"operator:root","at":1795100784669}]');
INSERT INTO toolcourt.approvals VALUES ('df6bc6883f67c236d041f918847866ba', 'd9ad84a5e9db093cca725c4ef4c2dbad16097b3a70929cc18bc203f02cfa9322', '{"args_hash":"57bc2a781fd9d8a11ab161d02cc95795b5c5db21a364fb4b12109b7799996efe","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795101390140,"id":"df6bc6883f67c236d041f918847866ba","max_uses":1,"nonce":"1076b1768e2b8a4c770e0011aa3d4cc9","not_before":1795100790140,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Bob"}', 'hello', 'local', '6d060a11e1ea78ac6b18142f4003ccf33cb1b7c490774d04df3b2c0b49c738ad', 'operator', 'pending', 1795100790140, 1795101390140, NULL, NULL, NULL, NULL, 1, '[]');


--
-- Data for Name: audit; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.audit VALUES (1, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:c07b54507d8e79e010519c8b2bd59f975aecac87465ad1963ebe52a3bdfdadbc","gateway":"8c5dbac9-8364-41d9-a3c9-b6fbcaf6a562","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795100744308,"kind":"gateway.started","monotonic":3113.281}', 'ad34a84725baa91c481dda2e9d87b8c2509b7451646301dee2df4fb593455125', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (2, '{"about":{"servers":2,"tools":2},"at":1795100744777,"kind":"lock.created","monotonic":3583.142}', 'ff93375f20a7256786ca15c5654612625628a4810bfe894c0fa1f985afd455c8', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (3, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:88bab6d8f6dc68a877064d584cbb5b6c50e74f617ea50d81d3a53c2ee6ffbc4f"},"at":1795100744947,"callId":"661d6501-e63b-44fa-b2e4-040eea4212e8","connection_id":null,"correlationId":"838aa7e1-3da5-4a38-a0c5-6240e21905f8","correlation_id":"838aa7e1-3da5-4a38-a0c5-6240e21905f8","kind":"call.opened","monotonic":3752.445,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"97dea6a9-b548-468f-acf4-77216ed38120"}', '8e14f2ca1bf683c6f0d7872e276f04c0169a50b01937db639257e3f0c01378d8', '661d6501-e63b-44fa-b2e4-040eea4212e8', 1795100744947);
INSERT INTO toolcourt.audit VALUES (4, '{"about":{"digest":"e96fedf50ceaf1eb300802d71ab26a8727099b9ddf7b05c08e2ae7f90cfa2396","expiresAt":1795101344974,"from":"operator","id":"4ca383d68726cf22e74a98d5a16e6672","requester":"local","tool":"hello"},"at":1795100744974,"kind":"approval.requested","monotonic":3780.847}', '083f4d07141e06c686f9f6577fe7d864001f367988117fb1b407aeafac184bdb', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (5, '{"at":1795100744984,"callId":"661d6501-e63b-44fa-b2e4-040eea4212e8","code":"approval-required","connection_id":null,"correlation_id":"838aa7e1-3da5-4a38-a0c5-6240e21905f8","kind":"call.closed","monotonic":3789.877,"ms":37.432,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(3)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', '1d442933cb2cba4c97576f0650205ba80a8c0c08da7981394489f3cd8813f2ab', '661d6501-e63b-44fa-b2e4-040eea4212e8', NULL);
INSERT INTO toolcourt.audit VALUES (6, '{"about":{"gateway":"8c5dbac9-8364-41d9-a3c9-b6fbcaf6a562"},"at":1795100745027,"kind":"gateway.stopped","monotonic":3833.009}', '6eafec5e58660855ae18442c9873f0ba2872fc0b69a7622f78b10d586b27297d', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (7, '{"about":{"by":"operator:root","digest":"e96fedf50ceaf1eb300802d71ab26a8727099b9ddf7b05c08e2ae7f90cfa2396","expiresAt":1795101344974,"from":"operator","id":"4ca383d68726cf22e74a98d5a16e6672","requester":"local","tool":"hello"},"at":1795100748933,"kind":"approval.shown","monotonic":1702.386}', '0eb8213b4803693bd20b9826128e99c39c41d3fa78dae8f895a7dd1a1762ef5d', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (8, '{"about":{"by":"operator:root","digest":"e96fedf50ceaf1eb300802d71ab26a8727099b9ddf7b05c08e2ae7f90cfa2396","expiresAt":1795101344974,"from":"operator","id":"4ca383d68726cf22e74a98d5a16e6672","requester":"local","to":"approved","tool":"hello"},"at":1795100751183,"kind":"approval.decided","monotonic":2190.922}', '07e5e26f7f74fed7d1cb9ac5497dae3332a8963b9187984e39f7827fc47b3be9', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (9, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:c07b54507d8e79e010519c8b2bd59f975aecac87465ad1963ebe52a3bdfdadbc","gateway":"10f15cfd-2e4c-47d5-9c1d-d597fe727f9b","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795100753932,"kind":"gateway.started","monotonic":2710.435}', '974b8e1fcf527380fe951c7fd9cb9d2a0adb6aea2ced9013b88744ac12bec2ec', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (10, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:88bab6d8f6dc68a877064d584cbb5b6c50e74f617ea50d81d3a53c2ee6ffbc4f"},"at":1795100754995,"callId":"dfa12b1f-f184-4bd9-9714-a7993b21e7ee","connection_id":null,"correlationId":"e00e1241-8722-42f8-95ef-2cf8fc1afea8","correlation_id":"e00e1241-8722-42f8-95ef-2cf8fc1afea8","kind":"call.opened","monotonic":3773.865,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"15998cf8-8704-43c3-92ab-f26aec7258f9"}', 'bef19f2b97f1af1e8a4f0ecddaca4b9b2de8b1e9aafb661a90e35ef3eb00f56c', 'dfa12b1f-f184-4bd9-9714-a7993b21e7ee', 1795100754995);
INSERT INTO toolcourt.audit VALUES (11, '{"about":{"digest":"e96fedf50ceaf1eb300802d71ab26a8727099b9ddf7b05c08e2ae7f90cfa2396","expiresAt":1795101344974,"from":"operator","id":"4ca383d68726cf22e74a98d5a16e6672","requester":"local","tool":"hello"},"at":1795100755023,"callId":"dfa12b1f-f184-4bd9-9714-a7993b21e7ee","kind":"approval.consumed","monotonic":3802.237}', 'f7cab068e47e001f9c4f807018a88a00c78bf0f4e22ce6f0baa64a6b94af6754', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (12, '{"approval":{"digest":"e96fedf50ceaf1eb300802d71ab26a8727099b9ddf7b05c08e2ae7f90cfa2396","id":"4ca383d68726cf22e74a98d5a16e6672"},"at":1795100755055,"callId":"dfa12b1f-f184-4bd9-9714-a7993b21e7ee","code":"answered","connection_id":null,"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","correlation_id":"e00e1241-8722-42f8-95ef-2cf8fc1afea8","fromCache":false,"kind":"call.closed","monotonic":3833.308,"ms":59.443,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","result":{"bytes":212,"digest":"sha256:8bce525191e6ce7d59cb071bb44d497547f181d0dc2750d08ec7e93d2be3e4aa"},"session_id":null,"shape":{"named":["name: string(3)"]},"stage":"done","statement":"local-principal","status":"answered","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', '54154caccdbe217e5262a1bdcf581930d6047024093c6b76950364b683902f4e', 'dfa12b1f-f184-4bd9-9714-a7993b21e7ee', NULL);
INSERT INTO toolcourt.audit VALUES (13, '{"about":{"gateway":"10f15cfd-2e4c-47d5-9c1d-d597fe727f9b"},"at":1795100755127,"kind":"gateway.stopped","monotonic":3905.251}', '3d10055adc6c5b93b823cb835729aacab6527afff07e78e70e0cbc4d65651bed', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (14, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:c07b54507d8e79e010519c8b2bd59f975aecac87465ad1963ebe52a3bdfdadbc","gateway":"9cd87c15-6756-4512-8671-d46b89d34a39","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795100757892,"kind":"gateway.started","monotonic":2534.364}', '0983729ff787dbdf57cf9962839d9a7d4d15c9742a2926c59c8060ee9626daee', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (15, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:c21ff8939a6666c29aa3e48c70342eed9a268846fc801b5aca851350e01deae3"},"at":1795100758737,"callId":"c33af0ba-ad4a-437a-8343-528de55a326a","connection_id":null,"correlationId":"71cabad2-6525-4c21-ae47-0d09bfa4a9ef","correlation_id":"71cabad2-6525-4c21-ae47-0d09bfa4a9ef","kind":"call.opened","monotonic":3379.267,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"19d48024-c5c2-4cc9-a69f-80b1b6bd9dd8"}', '02fe5211d4db2208eda2d6ffe6e2caaaf4cb8b9064b695d69b1306d6040a84cc', 'c33af0ba-ad4a-437a-8343-528de55a326a', 1795100758737);
INSERT INTO toolcourt.audit VALUES (16, '{"about":{"digest":"5728963a14d998c2a4f61d0644f30b14a87b02b50c2d6128b6f58aaccab8a0ca","expiresAt":1795101358911,"from":"operator","id":"ab8177fb17c1cc2c81b04bc82c5d58b4","requester":"local","tool":"hello"},"at":1795100758911,"kind":"approval.requested","monotonic":3553.615}', 'a4ad69ee4fa4483e14f8e57e9a0b5c7f1a2f04f5455296256e24c1aed713bfaf', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (17, '{"at":1795100759050,"callId":"c33af0ba-ad4a-437a-8343-528de55a326a","code":"approval-required","connection_id":null,"correlation_id":"71cabad2-6525-4c21-ae47-0d09bfa4a9ef","kind":"call.closed","monotonic":3691.929,"ms":312.662,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(3)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', '57701c3c3a626001cba8fa87f02bedd4cea618a5249c5b96a981588af81edfba', 'c33af0ba-ad4a-437a-8343-528de55a326a', NULL);
INSERT INTO toolcourt.audit VALUES (18, '{"about":{"gateway":"9cd87c15-6756-4512-8671-d46b89d34a39"},"at":1795100759095,"kind":"gateway.stopped","monotonic":3736.893}', '07e530108f8ebdb1c38680ade890533f955b51979b585b040dc87bd3e13440cc', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (19, '{"about":{"by":"operator:root","digest":"5728963a14d998c2a4f61d0644f30b14a87b02b50c2d6128b6f58aaccab8a0ca","expiresAt":1795101358911,"from":"operator","id":"ab8177fb17c1cc2c81b04bc82c5d58b4","requester":"local","tool":"hello"},"at":1795100764435,"kind":"approval.shown","monotonic":2179.926}', 'beec4b3aa8e678a5efcff39b5ab34b577a9d27dcd12af183306453c65bf4767e', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (20, '{"about":{"by":"operator:root","digest":"5728963a14d998c2a4f61d0644f30b14a87b02b50c2d6128b6f58aaccab8a0ca","expiresAt":1795101358911,"from":"operator","id":"ab8177fb17c1cc2c81b04bc82c5d58b4","requester":"local","to":"denied","tool":"hello"},"at":1795100767648,"kind":"approval.decided","monotonic":3082.68}', 'ade6d43ed43c699aba5d5f51916ca4e11104ec7d74b8445519e7e76c751a9ba0', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (21, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:c07b54507d8e79e010519c8b2bd59f975aecac87465ad1963ebe52a3bdfdadbc","gateway":"60cc49e5-901e-4967-8c90-68c9a5a0408f","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795100771102,"kind":"gateway.started","monotonic":3345.14}', '855a7476c53c9407a89f8aebd050a6274c48d73d42f99b39f0aed2f02f031b4b', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (22, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":15,"digest":"sha256:56b446afe3d8617a4a30a985b9e105fb117efd243a34f15ae531413774b663e4"},"at":1795100772056,"callId":"9845e76f-ad6d-4200-b742-75031854c6d1","connection_id":null,"correlationId":"ded97a6e-280d-4557-8c56-3c2fb75ee54f","correlation_id":"ded97a6e-280d-4557-8c56-3c2fb75ee54f","kind":"call.opened","monotonic":4299.933,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"eeaa688c-47e7-4831-9263-a28cdbb88faa"}', '6e3cefc4c49bb9dbb988d551e3e2987d14177ef45f9e6ffb9feaad12647cdf90', '9845e76f-ad6d-4200-b742-75031854c6d1', 1795100772056);
INSERT INTO toolcourt.audit VALUES (23, '{"about":{"digest":"e64aaf8b117d3648e5c7aeded3b38f81cb2097d74e7a0394673cfd729d773d70","expiresAt":1795101372192,"from":"operator","id":"eda6c4dd8a0052469f5201d1fb7f82ad","requester":"local","tool":"hello"},"at":1795100772192,"kind":"approval.requested","monotonic":4435.805}', '5135f0154baba787e1d919384d3769dea2f43a8058397d00a9bd66c96e08a0aa', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (24, '{"at":1795100772265,"callId":"9845e76f-ad6d-4200-b742-75031854c6d1","code":"approval-required","connection_id":null,"correlation_id":"ded97a6e-280d-4557-8c56-3c2fb75ee54f","kind":"call.closed","monotonic":4508.92,"ms":208.987,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(4)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', '51a00f41267ff623bd3ca15316c99ea164d86780618e5433385f5b1c427aa79e', '9845e76f-ad6d-4200-b742-75031854c6d1', NULL);
INSERT INTO toolcourt.audit VALUES (25, '{"about":{"gateway":"60cc49e5-901e-4967-8c90-68c9a5a0408f"},"at":1795100772313,"kind":"gateway.stopped","monotonic":4556.195}', 'e9718e4ec4db1f97e0f56837835d3c2f48fc0186d2531fce496a6dc81167f1ee', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (26, '{"about":{"by":"operator:root","digest":"e64aaf8b117d3648e5c7aeded3b38f81cb2097d74e7a0394673cfd729d773d70","expiresAt":1795101372192,"from":"operator","id":"eda6c4dd8a0052469f5201d1fb7f82ad","requester":"local","tool":"hello"},"at":1795100780806,"kind":"approval.shown","monotonic":3413.862}', '7e7b0e93a01c82b9a7d05f270d144d2b8561f40350445a36228bb9a445ef4a42', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (27, '{"about":{"by":"operator:root","digest":"e64aaf8b117d3648e5c7aeded3b38f81cb2097d74e7a0394673cfd729d773d70","expiresAt":1795101372192,"from":"operator","id":"eda6c4dd8a0052469f5201d1fb7f82ad","requester":"local","to":"approved","tool":"hello"},"at":1795100784669,"kind":"approval.decided","monotonic":3759.681}', 'd203de29a934f9e06bcb71aefc50ef0722b9c7f609a35d6d1766c91d5a28ad65', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (28, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:c07b54507d8e79e010519c8b2bd59f975aecac87465ad1963ebe52a3bdfdadbc","gateway":"beb9380a-f3f7-4f69-aad5-c43e37b96a73","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795100788971,"kind":"gateway.started","monotonic":4221.872}', '97ad2dca5d00dd9fb9a1a30195a9eab758f4da34fc0756a0bafb413ccd916e47', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (29, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:840c3985f212fbe59d713f02acf464269bdb7abe7fcd66fb40d52320ef0da799"},"at":1795100789991,"callId":"1cd51b84-4554-4be7-81f0-f6281dc51902","connection_id":null,"correlationId":"8bdecb5f-3f38-4ce0-a2e6-5f812c345644","correlation_id":"8bdecb5f-3f38-4ce0-a2e6-5f812c345644","kind":"call.opened","monotonic":5241.398,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"e9def9fe-9366-4143-a806-e49de7447ad3"}', 'de812a0a58f6beed92aa0d832a8ab2a1189277229569b9eec66cb8480b92b5c3', '1cd51b84-4554-4be7-81f0-f6281dc51902', 1795100789991);
INSERT INTO toolcourt.audit VALUES (30, '{"about":{"digest":"d9ad84a5e9db093cca725c4ef4c2dbad16097b3a70929cc18bc203f02cfa9322","expiresAt":1795101390140,"from":"operator","id":"df6bc6883f67c236d041f918847866ba","requester":"local","tool":"hello"},"at":1795100790140,"kind":"approval.requested","monotonic":5413.784}', '65a3871bf0a838e1b0c3cb78c5ea4fd19351f265bdf2915b82ccd585125bf729', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (31, '{"at":1795100790197,"callId":"1cd51b84-4554-4be7-81f0-f6281dc51902","code":"approval-required","connection_id":null,"correlation_id":"8bdecb5f-3f38-4ce0-a2e6-5f812c345644","kind":"call.closed","monotonic":5447.87,"ms":206.472,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(3)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', '56fed7291dd2786ae02388e5d5af9c68edfaf49b9a849b7fe5f9c0996d766dde', '1cd51b84-4554-4be7-81f0-f6281dc51902', NULL);
INSERT INTO toolcourt.audit VALUES (32, '{"about":{"gateway":"beb9380a-f3f7-4f69-aad5-c43e37b96a73"},"at":1795100790299,"kind":"gateway.stopped","monotonic":5549.823}', '3b95c659ebce911cb1994e4486852c2338df15bb1c12ae2069d145a11445ce07', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (33, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:c07b54507d8e79e010519c8b2bd59f975aecac87465ad1963ebe52a3bdfdadbc","gateway":"67796708-85bb-457a-b2c3-7debfcbba591","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795100794232,"kind":"gateway.started","monotonic":3666.406}', '7f9fc16ba72739535fc44b888f5254859a827da844b005409f4db02b94f73054', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (34, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":12,"digest":"sha256:3d6a916e86efba9105154ea95dda8d8da47df173d931c23e7a346c7babd81a3e"},"at":1795100794739,"callId":"7b4b0dfa-4979-45f2-bbf4-4f5dfb69d1dc","connection_id":null,"correlationId":"3fc2f27a-381c-4f2d-a7b0-e9bcdcede964","correlation_id":"3fc2f27a-381c-4f2d-a7b0-e9bcdcede964","kind":"call.opened","monotonic":4173.009,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"find_ticket","tool_id":"find_ticket","traceId":"4ed8daaf-bd8e-45d0-80d2-649ae97fcf46"}', '4da6ab92d45d2e3b51dabebcc435afaa256fb12424a73b3996bf2ea183cc048c', '7b4b0dfa-4979-45f2-bbf4-4f5dfb69d1dc', 1795100794739);
INSERT INTO toolcourt.audit VALUES (35, '{"at":1795100794826,"callId":"7b4b0dfa-4979-45f2-bbf4-4f5dfb69d1dc","code":"answered","connection_id":null,"contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","correlation_id":"3fc2f27a-381c-4f2d-a7b0-e9bcdcede964","fromCache":false,"kind":"call.closed","monotonic":4260.229,"ms":87.22,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","result":{"bytes":128,"digest":"sha256:e4c46576d303d5e1dbbe617bd48e0b53ae4d49e3dc12ca77452f1361c5163083"},"session_id":null,"shape":{"named":["number: number"]},"stage":"done","statement":"local-principal","status":"answered","target":{"address":"stdio","contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","effect":"write","name":"find_ticket","server":"tickets"},"tool_id":"find_ticket"}', '701656a1f419e83fd75187937a8f79c363a760d0a5f31ed6d7bde17eaef4d8b5', '7b4b0dfa-4979-45f2-bbf4-4f5dfb69d1dc', NULL);
INSERT INTO toolcourt.audit VALUES (36, '{"about":{"gateway":"67796708-85bb-457a-b2c3-7debfcbba591"},"at":1795100795015,"kind":"gateway.stopped","monotonic":4449.289}', '177e337feda05f2bf5f050a6609963ac569e3040112d2427e5e751cd79b3cedc', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (37, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:c07b54507d8e79e010519c8b2bd59f975aecac87465ad1963ebe52a3bdfdadbc","gateway":"60e85ab0-ef09-4cfa-8b71-422cf01c8c45","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795100796927,"kind":"gateway.started","monotonic":1823.082}', '818ce264d4603d8f6464ae6e69b8f7065eae4f8103ecb6623318b1018d37958c', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (38, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":12,"digest":"sha256:d65dc375f554b634c774bcc6f8a2ce6e23f41d2641c9b19453755d3dc8546f01"},"at":1795100797610,"callId":"77321629-6e61-4a6f-ad70-78153efc74d1","connection_id":null,"correlationId":"23f0836d-f7b8-4294-8952-c8f27cd4a834","correlation_id":"23f0836d-f7b8-4294-8952-c8f27cd4a834","kind":"call.opened","monotonic":2505.517,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"close_ticket","tool_id":"close_ticket","traceId":"768f1e91-9c04-4d6d-875d-ca61ca6e68b5"}', '8e36933c4ace13372935585d4331f671b363b349ed4bb46b1483626a5d5cf7c1', '77321629-6e61-4a6f-ad70-78153efc74d1', 1795100797610);
INSERT INTO toolcourt.audit VALUES (39, '{"at":1795100797682,"callId":"77321629-6e61-4a6f-ad70-78153efc74d1","code":"answered","connection_id":null,"contract":"sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8","correlation_id":"23f0836d-f7b8-4294-8952-c8f27cd4a834","fromCache":false,"kind":"call.closed","monotonic":2577.915,"ms":72.398,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","result":{"bytes":130,"digest":"sha256:0dd9ddac8e92e6e34cdc627c64a4dce6bdddf024acd496cbd4af2516d1ed0920"},"session_id":null,"shape":{"named":["number: number"]},"stage":"done","statement":"local-principal","status":"answered","target":{"address":"stdio","contract":"sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8","effect":"write","name":"close_ticket","server":"tickets"},"tool_id":"close_ticket"}', 'edd4d6234bdb178ac506587cddebcc34b853256302cd651a619e8ae255e20732', '77321629-6e61-4a6f-ad70-78153efc74d1', NULL);
INSERT INTO toolcourt.audit VALUES (40, '{"about":{"gateway":"60e85ab0-ef09-4cfa-8b71-422cf01c8c45"},"at":1795100797833,"kind":"gateway.stopped","monotonic":2728.976}', 'bf519e6e1407d85cc6384a36e36d750529ddf7e154fde46e7379ab34c0870fbe', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (41, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:c07b54507d8e79e010519c8b2bd59f975aecac87465ad1963ebe52a3bdfdadbc","gateway":"4da22fba-b958-4a20-a8a2-51bb842b662a","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795100801699,"kind":"gateway.started","monotonic":3596.045}', 'ae1afd84d52543a8b274c8a84838b825f2eb59dda948fe99fbb7fbec4c41d9ba', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (42, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":13,"digest":"sha256:7c445349efd10252e224efce9091e1394c7f442a1737c4d0732f9ac6f901bba7"},"at":1795100802604,"callId":"1bfe6ed1-1473-4c94-bd15-ad299cac26e0","connection_id":null,"correlationId":"58a2b780-44af-4b98-b129-de5be4f78083","correlation_id":"58a2b780-44af-4b98-b129-de5be4f78083","kind":"call.opened","monotonic":4501.039,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"find_ticket","tool_id":"find_ticket","traceId":"d076701e-d9a9-441e-92bf-efaf32aa80b2"}', '86d4463b0664ac64126a882cc0aa7ffafb63c880d651ed49c3f5f9ddef14b83c', '1bfe6ed1-1473-4c94-bd15-ad299cac26e0', 1795100802604);
INSERT INTO toolcourt.audit VALUES (43, '{"at":1795100802625,"callId":"1bfe6ed1-1473-4c94-bd15-ad299cac26e0","code":"output-invalid","connection_id":null,"correlation_id":"58a2b780-44af-4b98-b129-de5be4f78083","kind":"call.closed","monotonic":4522.036,"ms":20.997,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["number: number"]},"stage":"run","statement":"local-principal","status":"refused","target":{"address":"stdio","contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","effect":"write","name":"find_ticket","server":"tickets"},"tool_id":"find_ticket"}', '2fb4226537beab71a77c5d60619f8447bb265f100a739e1a15c7def051e199fe', '1bfe6ed1-1473-4c94-bd15-ad299cac26e0', NULL);
INSERT INTO toolcourt.audit VALUES (44, '{"about":{"gateway":"4da22fba-b958-4a20-a8a2-51bb842b662a"},"at":1795100802867,"kind":"gateway.stopped","monotonic":4764.088}', '58fa2fdd3929b299e063727b1ad58e055a20c008c25115aa480599b9d35dc8d5', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (45, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:c07b54507d8e79e010519c8b2bd59f975aecac87465ad1963ebe52a3bdfdadbc","gateway":"0f99f5ca-9b27-42d3-9306-70bd82111552","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795100806035,"kind":"gateway.started","monotonic":3011.678}', '209cacebb051e401efda94ee2c9f445d3c7dc560031f29c3b28dce5eccd7253e', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (46, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":13,"digest":"sha256:7b61b1cbcbcc385176c08b2244fb5d32aef168d90e43e48b5edd6c386307db30"},"at":1795100806963,"callId":"a1903aa8-8564-4e79-a071-723456183138","connection_id":null,"correlationId":"68350742-e4e5-45d1-8c5a-4466034c7833","correlation_id":"68350742-e4e5-45d1-8c5a-4466034c7833","kind":"call.opened","monotonic":3938.891,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"find_ticket","tool_id":"find_ticket","traceId":"8553e4d3-b070-40b5-92ee-3efd1d26b029"}', '84e2cb8fb7568c1c6831fb1fccb185756da054e33a0161011e92c362fc6f3196', 'a1903aa8-8564-4e79-a071-723456183138', 1795100806963);
INSERT INTO toolcourt.audit VALUES (47, '{"about":{"operator":"operator:root","version":"sha256:a79c0bd8bd7ce320cd97bd94c76a6c850ada44111ac2cbbe617c01c644dd3323"},"at":1795100810347,"kind":"policy.put","monotonic":3196.964}', '6ae8ee134faf546b2d5fdc147e3f066e2293b2250dbe5fbdd0d524b9fd4c2fe3', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (48, '{"about":{"by":"operator:root","id":"eac3a95defaf1995f9f6362e","kind":"token","name":"shop","owner":"local"},"at":1795100813197,"kind":"connection.added","monotonic":2791.41}', '5800a25556c7436d89ee902bb84d65a7808df1ccd1c7a333560bd3c3f55372e1', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (49, '{"about":{"by":"operator:root","id":"4d27585146ce4eb4fb057134","kind":"token","name":"gone","owner":"local"},"at":1795100815423,"kind":"connection.added","monotonic":2085.697}', '63bf507d74f7bfebd710a22a5d962db74126ea78768e47f5552cdf42ea0f4fdd', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (50, '{"about":{"by":"operator:root","id":"4d27585146ce4eb4fb057134","kind":"token","name":"gone","owner":"local"},"at":1795100818153,"kind":"connection.revoked","monotonic":2661.764}', '8798950bc8abbccd100451b15ee4636474a86609ea30c1ff3d0e64545f695915', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (51, '{"about":{"by":"operator:root","changed":2,"document":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","drafts":2,"gone":0,"notImported":0,"set":"shop"},"at":1795100821155,"kind":"draft.imported","monotonic":3030.981}', '8c36d8681b3913b75e902e68df5462c8b2e3912d5281eef0ca6eddc8e0e7ece3', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (52, '{"about":{"by":"operator:root","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","name":"get_order","set":"shop","version":1,"way":"imported"},"at":1795100821155,"kind":"draft.written","monotonic":3031.15}', 'c5fbc9b94704d1a66f410ec7ff975f360990aa7d76fcc4e647658b4cf897be25', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (53, '{"about":{"by":"operator:root","digest":"sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b","name":"list_orders","set":"shop","version":1,"way":"imported"},"at":1795100821155,"kind":"draft.written","monotonic":3031.184}', 'c4a50864769a4ae90dd43867f570ba1e6b6a69f6da3208d164687f68c58f1ad1', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (54, '{"about":{"by":"operator:root","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","name":"get_order","set":"shop","to":"approved","version":2},"at":1795100826845,"kind":"draft.decided","monotonic":3131.221}', 'e1aa2837d0369c1a097ecfc3cc1e28314cb74e7f73017d10266652eaede462a7', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (55, '{"about":{"by":"operator:root","contracts":"sha256:45760188c9dd8f027de63ef9c43301f8258fe86bd2a8afd59823daf5dc5295ae","expiresAt":1795104431925,"id":"d3174ee0a20eab127a8fdcd14c6f55d0","principal":"ac7e7c4d-a8b0-4b5d-bd54-fd2906f7a930","reason":"sha256:2cff9baabf56ca002610e113bc94deb6ededddfc3c130365b6e88ed5195bf774","server":"local","tool":"hello","tools":1,"uses":3},"at":1795100831925,"kind":"grant.given","monotonic":4984.807}', '281a78cfcfac18411cc47c08dab2e24f2b40420ffb373ed62bfd9b3ccaa68116', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (56, '{"about":{"by":"operator:root","contracts":"sha256:45760188c9dd8f027de63ef9c43301f8258fe86bd2a8afd59823daf5dc5295ae","expiresAt":1795104436109,"id":"fce46bbe44b194e4252545087ba29758","principal":"ac7e7c4d-a8b0-4b5d-bd54-fd2906f7a930","reason":"sha256:325928dad748eb0ae3c41b0b54550f862e65478fe15e6619fa6eb4db290e6c4a","server":"local","tool":"hello","tools":1,"uses":3},"at":1795100836109,"kind":"grant.given","monotonic":3947.544}', '9275b211e652e4a189bb7afa2c717ebe61b3a511320e1548d2c6896040b1dce9', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (57, '{"about":{"by":"operator:root","id":"fce46bbe44b194e4252545087ba29758","principal":"ac7e7c4d-a8b0-4b5d-bd54-fd2906f7a930","server":"local"},"at":1795100843842,"kind":"grant.revoked","monotonic":3409.023}', '108028701c8305ccfb61c44417935eec277973a1f55d061a78926059edb5aef2', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (58, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:c07b54507d8e79e010519c8b2bd59f975aecac87465ad1963ebe52a3bdfdadbc","gateway":"541f93da-fdde-4283-9f4e-82dc9c426d40","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795100847715,"kind":"gateway.started","monotonic":3789.629}', 'c7bed6b3ee2939ebefef962bddd6728fba95d0fe7cd52075991f447865ef401b', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (59, '{"about":{"gateway":"541f93da-fdde-4283-9f4e-82dc9c426d40"},"at":1795100849715,"kind":"gateway.stopped","monotonic":5789.662}', '805a8781793dd1dbe0b482a3c78db2382d84e0db0380787d8fa339a84f2752bd', NULL, NULL);


--
-- Data for Name: begun; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.begun VALUES ('a1903aa8-8564-4e79-a071-723456183138', 46, 1795100806963);


--
-- Data for Name: begun_up_to; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.begun_up_to VALUES (1, 59);


--
-- Data for Name: checkpoints; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.checkpoints VALUES (6, 'toolcourt-ebd237fe-a9af-4c1f-a31e-4124c4cfbd2c
6
eAIdssHdcH4GwLVWrFQBuv5H8Mper4zrQM4H8vF7ipI=

— toolcourt-ebd237fe-a9af-4c1f-a31e-4124c4cfbd2c IMCRc6IuAYdoRnPco/UgUfDLTcWbwdMveYmFCo0m9IJHQ8kC+0+6wrRY5bkUeY5V4iAt9WoiLnRFsy5F3NTJBIXjeQ8=
');
INSERT INTO toolcourt.checkpoints VALUES (13, 'toolcourt-ebd237fe-a9af-4c1f-a31e-4124c4cfbd2c
13
nZLmpx+kqtlpVw4XcVJg77/JXAAishZzQ9+vfrte+gE=

— toolcourt-ebd237fe-a9af-4c1f-a31e-4124c4cfbd2c IMCRc5DU+dT4mBH9B1GubrFBrSVBi+auUlwJOwCwLYu/oRkkKglteI4jsa726CzaoIEEF79HPbx2fNH/C5SGE3tZmwI=
');
INSERT INTO toolcourt.checkpoints VALUES (18, 'toolcourt-ebd237fe-a9af-4c1f-a31e-4124c4cfbd2c
18
sQ+LJ5xM/60VHs6Zbjomdre0XqcRkHhi7Kw7ofzVvQ4=

— toolcourt-ebd237fe-a9af-4c1f-a31e-4124c4cfbd2c IMCRczWpMU2+dELqZd14dJ/T2y0DlS7ZDeoqIIeV5X4CpeXnEXC0vXMusI3Qab4ztH3FETyxaOSiiP4PJnrrUH07Uwc=
');
INSERT INTO toolcourt.checkpoints VALUES (25, 'toolcourt-ebd237fe-a9af-4c1f-a31e-4124c4cfbd2c
25
4LywFES0iwXrCIlW/dnyXqsa4ub4T4n3i1/As7MFrEQ=

— toolcourt-ebd237fe-a9af-4c1f-a31e-4124c4cfbd2c IMCRc5wFMxWrGAmIDErtX7dCKwmhs9eomaua43OY9fEwssYCT659+UqNYXZ86PjRN1rCCCfxozAUBXeALmk9/N5s0w0=
');
INSERT INTO toolcourt.checkpoints VALUES (32, 'toolcourt-ebd237fe-a9af-4c1f-a31e-4124c4cfbd2c
32
iZDDTrhWJVcW0yI3TAWmtKn0UN8GExuJJVbeVQH9l04=

— toolcourt-ebd237fe-a9af-4c1f-a31e-4124c4cfbd2c IMCRc3EMwup6NRQFcYowybksp1mU8ihzdq5VlhbcQzUzkjk7GXWQUK3+0TJyrgn/zG+SN8dS3DZbhhTSZwI9/xojkwM=
');
INSERT INTO toolcourt.checkpoints VALUES (36, 'toolcourt-ebd237fe-a9af-4c1f-a31e-4124c4cfbd2c
36
rCpMzFVqyAKzvK079urX4qoxPj6eplteemv/HK18RFw=

— toolcourt-ebd237fe-a9af-4c1f-a31e-4124c4cfbd2c IMCRc0rb5okmI1AFU4/R7Ed2pjOpgAcx1hsKzAf1JOVLe+6wmeZaaQOV9SsbgN0KXpmKmn+A5zUvL/fOGU69csbxBgM=
');
INSERT INTO toolcourt.checkpoints VALUES (40, 'toolcourt-ebd237fe-a9af-4c1f-a31e-4124c4cfbd2c
40
zMr/pCPJ+MO2st8/ZOMyJKVe8KfpLut99QGmLtjeDr8=

— toolcourt-ebd237fe-a9af-4c1f-a31e-4124c4cfbd2c IMCRc4lfpD3vnvbp30KkNmRpRfLzPyg84S5cZOW3TnLnd2HY5qa/pKGItEayQAObTrzH4L1WIhnuWPmVjAc2wSBZwAk=
');
INSERT INTO toolcourt.checkpoints VALUES (44, 'toolcourt-ebd237fe-a9af-4c1f-a31e-4124c4cfbd2c
44
ny0vJGexGPmMuixqZJjaHLNrzWLI7ncXOJ5Ad3zTmk4=

— toolcourt-ebd237fe-a9af-4c1f-a31e-4124c4cfbd2c IMCRc2+rIffryvUg54NprThaWdwh+qX1Kr46ypaj6NJW8O1qeupiUocilCR3rMDwXQD8FVZy99rUJXneOm1jSqLyWgI=
');
INSERT INTO toolcourt.checkpoints VALUES (59, 'toolcourt-ebd237fe-a9af-4c1f-a31e-4124c4cfbd2c
59
5Un6mKcU4E6WKzEYAlTEo4GMGblNdWkQSYn6+HlNsC0=

— toolcourt-ebd237fe-a9af-4c1f-a31e-4124c4cfbd2c IMCRc1J3MJPfpFB6xzrO5N0ko2CrkbdyvQ/VDZ27Z2uia4ftyjOLdjVSZYA0lpMkhCGKVMqlzY6GOPFvnXS/EG1ncQ0=
');


--
-- Data for Name: connections; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.connections VALUES ('eac3a95defaf1995f9f6362e', '', 'local', 'shop', 'active', 1, '{"kind":"token","origins":["https://api.example.com"],"users":"owner","levels":{},"tiers":[],"header":"authorization","prefix":"Bearer "}', '{"token":"tc1.1.6W53GjBPSq0hVCMjkLm9DQw40405fzqbm_e71fVC9LmoM0ZRTpg-H15gkt1f2rLeZg"}', 1795100813180, 1795100813180);
INSERT INTO toolcourt.connections VALUES ('4d27585146ce4eb4fb057134', '', 'local', 'gone', 'revoked', 2, '{"kind":"token","origins":["https://api.example.com"],"users":"owner","levels":{},"tiers":[],"header":"authorization","prefix":"Bearer "}', '{}', 1795100815417, 1795100818153);


--
-- Data for Name: deliveries; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.deliveries VALUES ('archive', 58, 'c7bed6b3ee2939ebefef962bddd6728fba95d0fe7cd52075991f447865ef401b', NULL, 1795100847834, 10, '0638ace9-ed3e-4a57-b786-cd0c3118e775', 0);


--
-- Data for Name: draft_changes; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.draft_changes VALUES (1, 2);


--
-- Data for Name: drafts; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.drafts VALUES ('shop', 'list_orders', 1, 'sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b', 'pending', NULL, 1795100821155, '{"tool":{"name":"list_orders","description":"Lists all orders of the shop.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{}},"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":true},"_meta":{"dev.toolcourt/contract":{"effect":"read"}}},"operation":{"method":"GET","path":"/orders","base":{"origin":"https://api.example.com","path":""},"parameters":[],"response":{"contentType":"application/json","shape":"object"},"security":[]},"provenance":{"from":"shop.yaml","documentDigest":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","pointer":"/paths/~1orders/get","edition":"3.1","title":"Shop","version":"1.0"},"notes":[],"writtenBy":"operator:root","importedDigest":"sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b"}');
INSERT INTO toolcourt.drafts VALUES ('shop', 'get_order', 2, 'sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98', 'approved', '{"kind":"approved","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","by":"operator:root","at":1795100826845}', 1795100826845, '{"tool":{"name":"get_order","description":"Finds one order of the shop by its number.","inputSchema":{"type":"object","properties":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"description":"The number of the order."}},"required":["id"],"additionalProperties":false}},"required":["path"],"additionalProperties":false},"outputSchema":{"type":"object","required":["id","status"],"properties":{"id":{"type":"integer","description":"The number of the order."},"status":{"type":"string","description":"Where the order is."}}},"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":true},"_meta":{"dev.toolcourt/contract":{"effect":"read"}}},"operation":{"method":"GET","path":"/orders/{id}","base":{"origin":"https://api.example.com","path":""},"parameters":[{"place":"path","name":"id","style":"simple","explode":false}],"response":{"contentType":"application/json","shape":"object"},"security":[]},"provenance":{"from":"shop.yaml","documentDigest":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","pointer":"/paths/~1orders~1{id}/get","edition":"3.1","title":"Shop","version":"1.0"},"notes":[],"writtenBy":"operator:root","importedDigest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98"}');


--
-- Data for Name: grants; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.grants VALUES ('d3174ee0a20eab127a8fdcd14c6f55d0', 'local', 'hello', '{"hello":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf"}', 'login:ada', NULL, NULL, 'Import', 3, 0, 'active', 'operator:root', NULL, 1795100831925, 1795104431925, NULL, NULL);
INSERT INTO toolcourt.grants VALUES ('fce46bbe44b194e4252545087ba29758', 'local', 'hello', '{"hello":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf"}', 'login:ada', NULL, NULL, 'Mistake', 3, 0, 'revoked', 'operator:root', NULL, 1795100836109, 1795104436109, 'operator:root', 1795100843842);


--
-- Data for Name: key_checks; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.key_checks VALUES (1, '\xcea03346ea463b4e6050803cf416f659a0c6123504e9b212fe2096863df979d31b986ac2c32c2c1a0755f2f8844bbef2b95d');


--
-- Data for Name: key_uses; Type: TABLE DATA; Schema: toolcourt; Owner: -
--



--
-- Data for Name: keys; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.keys VALUES ('', 'eac3a95defaf1995f9f6362e', 1, 1, '\x3315098292ee7015c7cfaf3bb236904b1aadb2423ec5e557b78a3e92f170a019124dc25bd7432d43af256dc3fb08c9f7b2b3dcbb4641104dfe6d6442');
INSERT INTO toolcourt.keys VALUES ('', '4d27585146ce4eb4fb057134', 1, 1, '\x5ca89f334fff6261a167f1fa23dfa5743ea1d7ac5d2737f275c3e3e4b695e9257aae45a4da7e9963efef26ad417827dce943dcfce0e522a65430b032');


--
-- Data for Name: migrations; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.migrations VALUES (1, '2026-11-19 15:05:44.050267+00');
INSERT INTO toolcourt.migrations VALUES (2, '2026-11-19 15:05:44.050267+00');
INSERT INTO toolcourt.migrations VALUES (3, '2026-11-19 15:05:44.050267+00');
INSERT INTO toolcourt.migrations VALUES (4, '2026-11-19 15:05:44.050267+00');
INSERT INTO toolcourt.migrations VALUES (5, '2026-11-19 15:05:44.050267+00');
INSERT INTO toolcourt.migrations VALUES (6, '2026-11-19 15:05:44.050267+00');
INSERT INTO toolcourt.migrations VALUES (7, '2026-11-19 15:05:44.050267+00');
INSERT INTO toolcourt.migrations VALUES (8, '2026-11-19 15:05:44.050267+00');
INSERT INTO toolcourt.migrations VALUES (9, '2026-11-19 15:05:44.050267+00');
INSERT INTO toolcourt.migrations VALUES (10, '2026-11-19 15:05:44.050267+00');
INSERT INTO toolcourt.migrations VALUES (11, '2026-11-19 15:05:44.050267+00');
INSERT INTO toolcourt.migrations VALUES (12, '2026-11-19 15:05:44.050267+00');
INSERT INTO toolcourt.migrations VALUES (13, '2026-11-19 15:05:44.050267+00');
INSERT INTO toolcourt.migrations VALUES (14, '2026-11-19 15:05:44.050267+00');
INSERT INTO toolcourt.migrations VALUES (15, '2026-11-19 15:05:44.050267+00');


--
-- Data for Name: personal; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.personal VALUES ('fbd00e2090b548398913631433653d429bc702ced14ddd8721e9d9ba74c8132c', 'ac7e7c4d-a8b0-4b5d-bd54-fd2906f7a930', 'be3220bc-0754-4528-a539-86ae63822699', '"login:ada"');


--
-- Data for Name: policies; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.policies VALUES (1, 'sha256:a79c0bd8bd7ce320cd97bd94c76a6c850ada44111ac2cbbe617c01c644dd3323', 'version: 1
statements:
  - { id: here, effect: allow, kinds: [local], tools: ["*/*"] }
...
', 'operator:root', 1795100810347);


--
-- Data for Name: quarantine; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.quarantine VALUES ('2068ad96-1ae7-4c91-96d5-f8a468e069c0', '1bfe6ed1-1473-4c94-bd15-ad299cac26e0', '', 'tickets', 'find_ticket', 'sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82', 'output', '["/structuredContent/open: expected boolean"]', 1795100802624, 'c6b400f77c07394da465ce9e53779420deab005501aec06d302859f71a8a3be5', 0, 0, 124, '{"content":[{"type":"text","text":"{\"number\":13,\"open\":\"broken\"}"}],"structuredContent":{"number":13,"open":"broken"}}');


--
-- Data for Name: results; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.results VALUES ('dfa12b1f-f184-4bd9-9714-a7993b21e7ee', '', 'local', 'local', 'hello', 'sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf', 1795100755055, 'sha256:8bce525191e6ce7d59cb071bb44d497547f181d0dc2750d08ec7e93d2be3e4aa', '{"content":[{"type":"text","text":"{\"message\":\"Hello, Ada!\",\"timestamp\":\"2026-11-19T15:05:55.041Z\"}"}],"isError":false,"structuredContent":{"message":"Hello, Ada!","timestamp":"2026-11-19T15:05:55.041Z"}}', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO toolcourt.results VALUES ('7b4b0dfa-4979-45f2-bbf4-4f5dfb69d1dc', '', 'local', 'tickets', 'find_ticket', 'sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82', 1795100794895, 'sha256:e4c46576d303d5e1dbbe617bd48e0b53ae4d49e3dc12ca77452f1361c5163083', '{"content":[{"type":"text","text":"{\"number\":1,\"open\":true}"}],"isError":false,"structuredContent":{"number":1,"open":true}}', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO toolcourt.results VALUES ('77321629-6e61-4a6f-ad70-78153efc74d1', '', 'local', 'tickets', 'close_ticket', 'sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8', 1795100797687, 'sha256:0dd9ddac8e92e6e34cdc627c64a4dce6bdddf024acd496cbd4af2516d1ed0920', '{"content":[{"type":"text","text":"{\"number\":2,\"open\":false}"}],"isError":false,"structuredContent":{"number":2,"open":false}}', NULL, NULL, NULL, NULL, NULL, NULL);


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
-- PostgreSQL database dump complete
--


