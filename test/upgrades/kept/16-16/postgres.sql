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

INSERT INTO toolcourt.approvals VALUES ('75c3e0e51692be657e19bc9dac9aad80', 'd1ecbf3564925b998f4e0d4752aa411db45f182f3febfc7f37e5a6d6bd2d5183', '{"args_hash":"0ca56f392f82ad306de13098868519d3434cd1530a041aaca8350a1ad8e5cf5d","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795124437108,"id":"75c3e0e51692be657e19bc9dac9aad80","max_uses":1,"nonce":"0cbfd6cd237322b07489bb6abb202ca7","not_before":1795123837108,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Ada"}', 'hello', 'local', '3a021e4e0ba5594c18f4c31b62a2c1652dd04b08711bd5f7efc446d6df060db7', 'operator', 'done', 1795123837108, 1795124437108, 'operator:root', 1795123850389, 'a421574c-ce43-44ef-8c0d-40bdebb6cf9f', NULL, 1, '[{"by":"operator:root","at":1795123850389}]');
INSERT INTO toolcourt.approvals VALUES ('f238ee2d1bfbca9428844ca16d9234d7', 'c7018a8b6811a7de38cd0fd6044bdc7c8a026bc60ef924cf0a222bc3ce3307f6', '{"args_hash":"07ad3fe7994a820ac9d059b9ca2992b7798917e87ff532d141245a820ef242b7","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795124462420,"id":"f238ee2d1bfbca9428844ca16d9234d7","max_uses":1,"nonce":"045c679377d654b5362f0f019ce9fbcc","not_before":1795123862420,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Eve"}', 'hello', 'local', '4bffa43508e6b29fd7260816b747bac997a16a0e6e25de4262c2a3418a58dc6d', 'operator', 'denied', 1795123862420, 1795124462420, 'operator:root', 1795123877153, NULL, NULL, 1, '[]');
INSERT INTO toolcourt.approvals VALUES ('5a62c5088d28d775787b2fdd989f777d', '74ec3dd80b53b2df42ed77e1af9e4d4b255e0b3e155c213a9fd7867e90137bf8', '{"args_hash":"39fcdc14d0cb1d4c4e0fc96ffc0983fb2298057abe2635a3f93b23130ad6fc47","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795124483290,"id":"5a62c5088d28d775787b2fdd989f777d","max_uses":1,"nonce":"e7cf008deeb84f2d9ef5c97c8fb24da4","not_before":1795123883290,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Cleo"}', 'hello', 'local', '612832b74518f837fbbf6ceb7e41b6fee97e15961babfb4120a30e933dd1557a', 'operator', 'approved', 1795123883290, 1795124483290, 'operator:root', 1795123894750, NULL, NULL, 1, '[{"by":"operator:root","at":1795123894750}]');
INSERT INTO toolcourt.approvals VALUES ('5f963953fd25042afd62d6b9f1bcc2bb', '7e2b1e21a8d8f10fc075ea84f112c01fcf6d6f2633440916538cb91e5fcf7282', '{"args_hash":"57bc2a781fd9d8a11ab161d02cc95795b5c5db21a364fb4b12109b7799996efe","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795124500170,"id":"5f963953fd25042afd62d6b9f1bcc2bb","max_uses":1,"nonce":"5ef03f8e0063b8567fd44b45ad625d53","not_before":1795123900170,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Bob"}', 'hello', 'local', '6d060a11e1ea78ac6b18142f4003ccf33cb1b7c490774d04df3b2c0b49c738ad', 'operator', 'pending', 1795123900170, 1795124500170, NULL, NULL, NULL, NULL, 1, '[]');


--
-- Data for Name: audit; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.audit VALUES (1, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:b79f92f2c0a316eafed942d30d3ff9e378958f93aceacef4474911417644b3f5","gateway":"ad511507-7e07-4c23-a5ff-c20495353d3d","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795123835639,"kind":"gateway.started","monotonic":5393.499}', 'bceddb742ba17582638bba938f42d98bb4a2adb3e38d879bfa2b43f2c42ce67d', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (2, '{"about":{"servers":2,"tools":2},"at":1795123836736,"kind":"lock.created","monotonic":6490.392}', 'fb04d38959b9b7df2eeee118b8e7f0597d2ef754985bec38fb18c6d9f174bef6', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (3, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:88bab6d8f6dc68a877064d584cbb5b6c50e74f617ea50d81d3a53c2ee6ffbc4f"},"at":1795123837077,"callId":"52fde355-2b89-4a09-8102-1ab36072cc83","connection_id":null,"correlationId":"41808366-789d-4d4b-9936-2f7ee2406a11","correlation_id":"41808366-789d-4d4b-9936-2f7ee2406a11","kind":"call.opened","monotonic":6832.167,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"3733befe-52d3-4223-bdc0-9e38182806ba"}', '0f8482f7114aa7a701848c5f1ff8a3a8e0e805bd8e39e0bf31e5ca10e2a2b377', '52fde355-2b89-4a09-8102-1ab36072cc83', 1795123837077);
INSERT INTO toolcourt.audit VALUES (4, '{"about":{"digest":"d1ecbf3564925b998f4e0d4752aa411db45f182f3febfc7f37e5a6d6bd2d5183","expiresAt":1795124437108,"from":"operator","id":"75c3e0e51692be657e19bc9dac9aad80","requester":"local","tool":"hello"},"at":1795123837108,"kind":"approval.requested","monotonic":6863.332}', '68f018a7d1b9c7b515c76b0a6a0846a6ce63b1efad42ded820e2629fb8bd1878', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (5, '{"at":1795123837137,"callId":"52fde355-2b89-4a09-8102-1ab36072cc83","code":"approval-required","connection_id":null,"correlation_id":"41808366-789d-4d4b-9936-2f7ee2406a11","kind":"call.closed","monotonic":6891.458,"ms":59.291,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(3)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', '6ddb2054651b030046058bbe9602fe3769cb60c49a6cc875182586d8ec037633', '52fde355-2b89-4a09-8102-1ab36072cc83', NULL);
INSERT INTO toolcourt.audit VALUES (6, '{"about":{"gateway":"ad511507-7e07-4c23-a5ff-c20495353d3d"},"at":1795123837458,"kind":"gateway.stopped","monotonic":7212.318}', 'b8183499252a3bdab4ee2d925e454aa7c0ddd14fb16af3bcb99fcdd5f5644115', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (7, '{"about":{"by":"operator:root","digest":"d1ecbf3564925b998f4e0d4752aa411db45f182f3febfc7f37e5a6d6bd2d5183","expiresAt":1795124437108,"from":"operator","id":"75c3e0e51692be657e19bc9dac9aad80","requester":"local","tool":"hello"},"at":1795123845550,"kind":"approval.shown","monotonic":3489.976}', '6faf8623d7aac3da9535f9f7e1493909a3e20b1ed8e197b4dd92bd9009a5abca', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (8, '{"about":{"by":"operator:root","digest":"d1ecbf3564925b998f4e0d4752aa411db45f182f3febfc7f37e5a6d6bd2d5183","expiresAt":1795124437108,"from":"operator","id":"75c3e0e51692be657e19bc9dac9aad80","requester":"local","to":"approved","tool":"hello"},"at":1795123850389,"kind":"approval.decided","monotonic":4420.034}', '93bd166368b60c73f2d0519b377f0e799d0aec9ed401aa06dcb55d444448e0ec', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (9, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:b79f92f2c0a316eafed942d30d3ff9e378958f93aceacef4474911417644b3f5","gateway":"119aa1d4-57ba-4b7b-86f7-e84cbfdf6fb4","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795123854656,"kind":"gateway.started","monotonic":4182.799}', '3933d8b4b1b3400c87a244b2c35d7a3f43a9c5da09ece2a22723dec4191a425e', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (10, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:88bab6d8f6dc68a877064d584cbb5b6c50e74f617ea50d81d3a53c2ee6ffbc4f"},"at":1795123855481,"callId":"a421574c-ce43-44ef-8c0d-40bdebb6cf9f","connection_id":null,"correlationId":"1b859c3a-4c3c-4687-a0c9-4d78b2472615","correlation_id":"1b859c3a-4c3c-4687-a0c9-4d78b2472615","kind":"call.opened","monotonic":5007.79,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"ba2feae4-994c-456c-ab86-444e9f8b419e"}', '95441beb521e062b5579a8d5209cdea8347b730767a684741e80a1bc4e54e6bd', 'a421574c-ce43-44ef-8c0d-40bdebb6cf9f', 1795123855481);
INSERT INTO toolcourt.audit VALUES (11, '{"about":{"digest":"d1ecbf3564925b998f4e0d4752aa411db45f182f3febfc7f37e5a6d6bd2d5183","expiresAt":1795124437108,"from":"operator","id":"75c3e0e51692be657e19bc9dac9aad80","requester":"local","tool":"hello"},"at":1795123855681,"callId":"a421574c-ce43-44ef-8c0d-40bdebb6cf9f","kind":"approval.consumed","monotonic":5250.332}', '3c7147f1ab9f03d3c933ddfcd98403851a407ed9a7694ec489a461f23bee22ef', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (12, '{"approval":{"digest":"d1ecbf3564925b998f4e0d4752aa411db45f182f3febfc7f37e5a6d6bd2d5183","id":"75c3e0e51692be657e19bc9dac9aad80"},"at":1795123855825,"callId":"a421574c-ce43-44ef-8c0d-40bdebb6cf9f","code":"answered","connection_id":null,"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","correlation_id":"1b859c3a-4c3c-4687-a0c9-4d78b2472615","fromCache":false,"kind":"call.closed","monotonic":5351.464,"ms":343.674,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","result":{"bytes":212,"digest":"sha256:6e662e927ade101b5f89c7d76a1cbd7ee2f536f2a4ce3fa28d952cc4fddbe8e3"},"session_id":null,"shape":{"named":["name: string(3)"]},"stage":"done","statement":"local-principal","status":"answered","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', '9c397405e527b6ac20be230682b06ac755a2ffde571d07d2d2c8aec549720d7f', 'a421574c-ce43-44ef-8c0d-40bdebb6cf9f', NULL);
INSERT INTO toolcourt.audit VALUES (13, '{"about":{"gateway":"119aa1d4-57ba-4b7b-86f7-e84cbfdf6fb4"},"at":1795123855875,"kind":"gateway.stopped","monotonic":5401.816}', '745807e696d1800d48a31e2bfbb043dfc38a62178cb4fd3f01319b3ed892a792', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (14, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:b79f92f2c0a316eafed942d30d3ff9e378958f93aceacef4474911417644b3f5","gateway":"e7d5a356-87d0-4d54-92c5-9eb7c0deceb6","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795123861280,"kind":"gateway.started","monotonic":5069.604}', '3a7fb2b09a6c92171838aa2fefdcdde1a0fc0f4f2966a5719e067b5558ff2755', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (15, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:c21ff8939a6666c29aa3e48c70342eed9a268846fc801b5aca851350e01deae3"},"at":1795123862399,"callId":"61e2faae-060f-4d8a-adeb-0171e3cbd989","connection_id":null,"correlationId":"6ebc3626-8828-4b45-ac0c-4d40ec32cb2d","correlation_id":"6ebc3626-8828-4b45-ac0c-4d40ec32cb2d","kind":"call.opened","monotonic":6189.125,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"dad91b07-a733-4c36-8f6b-5891fbb11c82"}', 'bdb32797c675cb86a5087eadaa5bd2c7ce5071a51acf4e59d95af505353af756', '61e2faae-060f-4d8a-adeb-0171e3cbd989', 1795123862399);
INSERT INTO toolcourt.audit VALUES (16, '{"about":{"digest":"c7018a8b6811a7de38cd0fd6044bdc7c8a026bc60ef924cf0a222bc3ce3307f6","expiresAt":1795124462420,"from":"operator","id":"f238ee2d1bfbca9428844ca16d9234d7","requester":"local","tool":"hello"},"at":1795123862420,"kind":"approval.requested","monotonic":6210.481}', '789b87a980f8ec2381206d424346532036998c9936bd3aaa1edc7eb0f74916bc', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (17, '{"at":1795123862431,"callId":"61e2faae-060f-4d8a-adeb-0171e3cbd989","code":"approval-required","connection_id":null,"correlation_id":"6ebc3626-8828-4b45-ac0c-4d40ec32cb2d","kind":"call.closed","monotonic":6220.483,"ms":31.358,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(3)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', '2e352e524a70dbbce1fbd2b524860a1177d17c8189e156ee7db2c5a195e2b254', '61e2faae-060f-4d8a-adeb-0171e3cbd989', NULL);
INSERT INTO toolcourt.audit VALUES (18, '{"about":{"gateway":"e7d5a356-87d0-4d54-92c5-9eb7c0deceb6"},"at":1795123862661,"kind":"gateway.stopped","monotonic":6450.314}', '794986dc5381fc57dcdef6dd7a564e84513fc4d06c1cb35317f42884209ab5c9', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (19, '{"about":{"by":"operator:root","digest":"c7018a8b6811a7de38cd0fd6044bdc7c8a026bc60ef924cf0a222bc3ce3307f6","expiresAt":1795124462420,"from":"operator","id":"f238ee2d1bfbca9428844ca16d9234d7","requester":"local","tool":"hello"},"at":1795123871942,"kind":"approval.shown","monotonic":4303.013}', 'e220caf844e177aa88876b1c4a294a69bc6d91b680571f2b73a351cdc79cc1fe', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (20, '{"about":{"by":"operator:root","digest":"c7018a8b6811a7de38cd0fd6044bdc7c8a026bc60ef924cf0a222bc3ce3307f6","expiresAt":1795124462420,"from":"operator","id":"f238ee2d1bfbca9428844ca16d9234d7","requester":"local","to":"denied","tool":"hello"},"at":1795123877153,"kind":"approval.decided","monotonic":4944.106}', 'af583734003e65900a45d939441e1ce4c067cd10457a45461b94fb576cfaf041', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (21, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:b79f92f2c0a316eafed942d30d3ff9e378958f93aceacef4474911417644b3f5","gateway":"1c7cf087-879f-4fa1-ad9b-69f87b62beaf","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795123881763,"kind":"gateway.started","monotonic":4495.927}', '8c5fdaa03435a582deedaee4cbd0132dc101b7197c3ab756bc590211511d4e07', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (22, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":15,"digest":"sha256:56b446afe3d8617a4a30a985b9e105fb117efd243a34f15ae531413774b663e4"},"at":1795123883025,"callId":"2720da35-0763-4243-bc68-ecdfc2007795","connection_id":null,"correlationId":"c5b68fe6-d780-4c13-be04-b22314067bf5","correlation_id":"c5b68fe6-d780-4c13-be04-b22314067bf5","kind":"call.opened","monotonic":5758.689,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"961d4ab5-95d6-4603-a005-15cf3503483b"}', '07a833ade8a01ae988076bed35f6c18c1acce24a037ee1637bfc7959dcd934b2', '2720da35-0763-4243-bc68-ecdfc2007795', 1795123883025);
INSERT INTO toolcourt.audit VALUES (23, '{"about":{"digest":"74ec3dd80b53b2df42ed77e1af9e4d4b255e0b3e155c213a9fd7867e90137bf8","expiresAt":1795124483290,"from":"operator","id":"5a62c5088d28d775787b2fdd989f777d","requester":"local","tool":"hello"},"at":1795123883290,"kind":"approval.requested","monotonic":6023.796}', 'c912dfecb41f0c9e4165b380151b805a2b0d0d2d370b6d366d8f285d9018fc8c', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (24, '{"at":1795123883329,"callId":"2720da35-0763-4243-bc68-ecdfc2007795","code":"approval-required","connection_id":null,"correlation_id":"c5b68fe6-d780-4c13-be04-b22314067bf5","kind":"call.closed","monotonic":6062.702,"ms":304.013,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(4)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', 'fe27a919d9cfa3b32d0e484eb05e3b83e0efe9b7717d913666ba0d1fc0f933d5', '2720da35-0763-4243-bc68-ecdfc2007795', NULL);
INSERT INTO toolcourt.audit VALUES (25, '{"about":{"gateway":"1c7cf087-879f-4fa1-ad9b-69f87b62beaf"},"at":1795123883422,"kind":"gateway.stopped","monotonic":6155.533}', '4bd8852753f45f507068977ccbdb3a423c1fe845d129a414222965de6ea1d4a3', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (26, '{"about":{"by":"operator:root","digest":"74ec3dd80b53b2df42ed77e1af9e4d4b255e0b3e155c213a9fd7867e90137bf8","expiresAt":1795124483290,"from":"operator","id":"5a62c5088d28d775787b2fdd989f777d","requester":"local","tool":"hello"},"at":1795123891074,"kind":"approval.shown","monotonic":3315.865}', '7b32a4021ad1f138b4826cf31ee0ae8cb72ba924fe418899e0f16867cd5cb9fd', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (27, '{"about":{"by":"operator:root","digest":"74ec3dd80b53b2df42ed77e1af9e4d4b255e0b3e155c213a9fd7867e90137bf8","expiresAt":1795124483290,"from":"operator","id":"5a62c5088d28d775787b2fdd989f777d","requester":"local","to":"approved","tool":"hello"},"at":1795123894750,"kind":"approval.decided","monotonic":3479.136}', 'b82bdad667f04f575d9ff41286f9ba2f5e6e5902fa82e64cfe409e14d25c0817', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (28, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:b79f92f2c0a316eafed942d30d3ff9e378958f93aceacef4474911417644b3f5","gateway":"15d0506b-21bf-4419-8cad-8ae5f9a836b4","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795123899091,"kind":"gateway.started","monotonic":4266.033}', '4d234b34230fac8aa05165dd427aa90238a8ca342fb17b73f3b8907b3821e059', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (29, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:840c3985f212fbe59d713f02acf464269bdb7abe7fcd66fb40d52320ef0da799"},"at":1795123900072,"callId":"7179396f-4537-461b-938f-b27570adf19e","connection_id":null,"correlationId":"93a3abec-e97d-44ce-aaf6-4d2c16c3345d","correlation_id":"93a3abec-e97d-44ce-aaf6-4d2c16c3345d","kind":"call.opened","monotonic":5247.346,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"e55c7d28-35f0-4d00-bdbf-ff68cb237e0b"}', 'b254521583c266f10e502321c79bea815ef7cdc384e23be0a722d088a6a64ac6', '7179396f-4537-461b-938f-b27570adf19e', 1795123900072);
INSERT INTO toolcourt.audit VALUES (30, '{"about":{"digest":"7e2b1e21a8d8f10fc075ea84f112c01fcf6d6f2633440916538cb91e5fcf7282","expiresAt":1795124500170,"from":"operator","id":"5f963953fd25042afd62d6b9f1bcc2bb","requester":"local","tool":"hello"},"at":1795123900170,"kind":"approval.requested","monotonic":5345.865}', 'dc66a76c41123863dc17d92f1140d25947cbc1a2763c79db64f20fa82f4db7cc', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (31, '{"at":1795123900181,"callId":"7179396f-4537-461b-938f-b27570adf19e","code":"approval-required","connection_id":null,"correlation_id":"93a3abec-e97d-44ce-aaf6-4d2c16c3345d","kind":"call.closed","monotonic":5356.571,"ms":109.224,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(3)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', 'ee0f3630697b4955fade85f74531c93cc1f4bf885d0c81503040b309c91f8e11', '7179396f-4537-461b-938f-b27570adf19e', NULL);
INSERT INTO toolcourt.audit VALUES (32, '{"about":{"gateway":"15d0506b-21bf-4419-8cad-8ae5f9a836b4"},"at":1795123900262,"kind":"gateway.stopped","monotonic":5436.797}', '02a7466c92fcd276cc681ac6d5d3d75ece93ec18b200ea60b83a9cc1f0d1256e', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (33, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:b79f92f2c0a316eafed942d30d3ff9e378958f93aceacef4474911417644b3f5","gateway":"952fd0a7-91e6-4668-90a4-97de0e24a5fa","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795123905960,"kind":"gateway.started","monotonic":5527.811}', '3d1b376ddb296a12ae53284ae6a4e95632925930ee0862eeb2bf8f651dcb144e', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (34, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":12,"digest":"sha256:3d6a916e86efba9105154ea95dda8d8da47df173d931c23e7a346c7babd81a3e"},"at":1795123906698,"callId":"78a073ff-7ab6-455a-a98f-b1dd2d81141d","connection_id":null,"correlationId":"b7893ec9-2544-4141-af68-314d8bf93b5c","correlation_id":"b7893ec9-2544-4141-af68-314d8bf93b5c","kind":"call.opened","monotonic":6266.011,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"find_ticket","tool_id":"find_ticket","traceId":"3d06b401-dde3-413e-bb70-0ed10eaf4522"}', 'de9d179724ed19af9636c4f3736fbd27bdcabc0944b2af88d41ff5a285545e75', '78a073ff-7ab6-455a-a98f-b1dd2d81141d', 1795123906698);
INSERT INTO toolcourt.audit VALUES (35, '{"at":1795123906801,"callId":"78a073ff-7ab6-455a-a98f-b1dd2d81141d","code":"answered","connection_id":null,"contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","correlation_id":"b7893ec9-2544-4141-af68-314d8bf93b5c","fromCache":false,"kind":"call.closed","monotonic":6368.535,"ms":102.524,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","result":{"bytes":128,"digest":"sha256:e4c46576d303d5e1dbbe617bd48e0b53ae4d49e3dc12ca77452f1361c5163083"},"session_id":null,"shape":{"named":["number: number"]},"stage":"done","statement":"local-principal","status":"answered","target":{"address":"stdio","contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","effect":"write","name":"find_ticket","server":"tickets"},"tool_id":"find_ticket"}', 'cd56ca2fa60de35c788f46f88c4504c14419c6c4fa1d7d2e9ec1ee1d21f4edb1', '78a073ff-7ab6-455a-a98f-b1dd2d81141d', NULL);
INSERT INTO toolcourt.audit VALUES (36, '{"about":{"gateway":"952fd0a7-91e6-4668-90a4-97de0e24a5fa"},"at":1795123907004,"kind":"gateway.stopped","monotonic":6572.345}', '2bbabf153de093af9162d05afd6790eb4ff437b0d43996c8524d4d32e5b11094', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (37, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:b79f92f2c0a316eafed942d30d3ff9e378958f93aceacef4474911417644b3f5","gateway":"0607af33-3cdf-4b5b-ad9a-4e75d007499b","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795123912064,"kind":"gateway.started","monotonic":4912.984}', 'cc86c182016ef233f22901157b24ade266dd9d7ebd7bce357076bb5c5cc91571', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (38, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":12,"digest":"sha256:d65dc375f554b634c774bcc6f8a2ce6e23f41d2641c9b19453755d3dc8546f01"},"at":1795123913152,"callId":"bbf59a50-7bbf-41c8-b0f4-cc91e36b02c8","connection_id":null,"correlationId":"c7bbc4dc-9745-4c1d-8057-3a4c44ab5f3d","correlation_id":"c7bbc4dc-9745-4c1d-8057-3a4c44ab5f3d","kind":"call.opened","monotonic":6000.982,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"close_ticket","tool_id":"close_ticket","traceId":"9baebe6b-4223-489c-b367-b3a426158ab0"}', '7e99e912e8402b5f4b24cf1662a9140bcec701e20f2ac503f86e758252344078', 'bbf59a50-7bbf-41c8-b0f4-cc91e36b02c8', 1795123913152);
INSERT INTO toolcourt.audit VALUES (39, '{"at":1795123913191,"callId":"bbf59a50-7bbf-41c8-b0f4-cc91e36b02c8","code":"answered","connection_id":null,"contract":"sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8","correlation_id":"c7bbc4dc-9745-4c1d-8057-3a4c44ab5f3d","fromCache":false,"kind":"call.closed","monotonic":6040.428,"ms":39.446,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","result":{"bytes":130,"digest":"sha256:0dd9ddac8e92e6e34cdc627c64a4dce6bdddf024acd496cbd4af2516d1ed0920"},"session_id":null,"shape":{"named":["number: number"]},"stage":"done","statement":"local-principal","status":"answered","target":{"address":"stdio","contract":"sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8","effect":"write","name":"close_ticket","server":"tickets"},"tool_id":"close_ticket"}', '1c312a2d807ddf14d0e365f46a916d5d396fc51e863f8672970d841c2543d2bd', 'bbf59a50-7bbf-41c8-b0f4-cc91e36b02c8', NULL);
INSERT INTO toolcourt.audit VALUES (40, '{"about":{"gateway":"0607af33-3cdf-4b5b-ad9a-4e75d007499b"},"at":1795123913247,"kind":"gateway.stopped","monotonic":6096.51}', 'bc8cc8f2db4409a1bce53f6d28c16dc69298bf69ea4cacb1f82b156bf8f38115', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (41, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:b79f92f2c0a316eafed942d30d3ff9e378958f93aceacef4474911417644b3f5","gateway":"ee192196-2798-4984-8fc5-36aa70613e09","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795123918045,"kind":"gateway.started","monotonic":4293.634}', '2ab97a6ef21178cae1e368c9128da51dc582bf406b41ff54731496594c761f1e', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (42, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":13,"digest":"sha256:7c445349efd10252e224efce9091e1394c7f442a1737c4d0732f9ac6f901bba7"},"at":1795123919399,"callId":"8589eee3-3e40-423b-8ebd-9ec7600a9292","connection_id":null,"correlationId":"00af0435-409f-4097-9aff-b0d56e716941","correlation_id":"00af0435-409f-4097-9aff-b0d56e716941","kind":"call.opened","monotonic":5647.156,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"find_ticket","tool_id":"find_ticket","traceId":"5bec7e10-05ab-48ac-97be-7757aa6b59bf"}', 'ecda58703bdd40069d03cc04e193fed26802e2193e61bedde204ffc8dd627033', '8589eee3-3e40-423b-8ebd-9ec7600a9292', 1795123919399);
INSERT INTO toolcourt.audit VALUES (43, '{"at":1795123919627,"callId":"8589eee3-3e40-423b-8ebd-9ec7600a9292","code":"output-invalid","connection_id":null,"correlation_id":"00af0435-409f-4097-9aff-b0d56e716941","kind":"call.closed","monotonic":5875.114,"ms":227.957,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["number: number"]},"stage":"run","statement":"local-principal","status":"refused","target":{"address":"stdio","contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","effect":"write","name":"find_ticket","server":"tickets"},"tool_id":"find_ticket"}', '40306bb905f6b01d7f45fcb5e7849f83add9c30333fc5ec99f81c90f770fc982', '8589eee3-3e40-423b-8ebd-9ec7600a9292', NULL);
INSERT INTO toolcourt.audit VALUES (44, '{"about":{"gateway":"ee192196-2798-4984-8fc5-36aa70613e09"},"at":1795123919815,"kind":"gateway.stopped","monotonic":6063.68}', '71f3d9aede4e7c85c889a81ef211bd25cdf8d75d75af0fbdc261c2eb62945537', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (45, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:b79f92f2c0a316eafed942d30d3ff9e378958f93aceacef4474911417644b3f5","gateway":"32fb15ab-260d-4ff9-950c-dd366cb43d50","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795123922665,"kind":"gateway.started","monotonic":2732.999}', '0ecf9b1a94affdedacef8c87d5490391d3ae7507a3802d2c02565b492bbf4006', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (46, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":13,"digest":"sha256:7b61b1cbcbcc385176c08b2244fb5d32aef168d90e43e48b5edd6c386307db30"},"at":1795123923544,"callId":"4ca83880-1383-43ad-a920-78b33643aa1a","connection_id":null,"correlationId":"c6dd32f9-2947-4ea1-b964-1ddfdeb38a8a","correlation_id":"c6dd32f9-2947-4ea1-b964-1ddfdeb38a8a","kind":"call.opened","monotonic":3611.906,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"find_ticket","tool_id":"find_ticket","traceId":"fe2e499f-753c-4a78-9e54-eeb776782975"}', '93003d6448569b7d23ede8ac8a0d85b7ea940a430ab2f045f07356728c665f0f', '4ca83880-1383-43ad-a920-78b33643aa1a', 1795123923544);
INSERT INTO toolcourt.audit VALUES (47, '{"about":{"operator":"operator:root","version":"sha256:a79c0bd8bd7ce320cd97bd94c76a6c850ada44111ac2cbbe617c01c644dd3323"},"at":1795123926642,"kind":"policy.put","monotonic":2922.914}', '0e9ec10caea9142279a44310bcb0d29213feabed0e1a01052efa8f194b06de53', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (48, '{"about":{"by":"operator:root","id":"9e5f0ce36cd631caf9ec91ee","kind":"token","name":"shop","owner":"local"},"at":1795123928689,"kind":"connection.added","monotonic":1994.018}', 'bb5f5c2f25634c9c1605ddd06f39e34c26271fcad878ee2277c3f042c77617c2', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (49, '{"about":{"by":"operator:root","id":"6576f50010c5b8935b1d3a35","kind":"token","name":"gone","owner":"local"},"at":1795123930751,"kind":"connection.added","monotonic":1998.334}', '05de711ed723da773b5a59d7836cb49bce3e283279dcb9fcb89e5ffec57e97cf', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (50, '{"about":{"by":"operator:root","id":"6576f50010c5b8935b1d3a35","kind":"token","name":"gone","owner":"local"},"at":1795123932712,"kind":"connection.revoked","monotonic":1891.853}', '44d274c1ebf67ffccace6200b04ccd7ac06596724cb54792d1f401e800359fa4', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (51, '{"about":{"by":"operator:root","changed":2,"document":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","drafts":2,"gone":0,"notImported":0,"set":"shop"},"at":1795123934137,"kind":"draft.imported","monotonic":1659.893}', 'fe06bd63e0ffe96e5093c1c05ec20fe726a599e574add8e4d95491840393e309', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (52, '{"about":{"by":"operator:root","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","name":"get_order","set":"shop","version":1,"way":"imported"},"at":1795123934137,"kind":"draft.written","monotonic":1660.062}', '624ec75411aad6aadf717e5fe23ef814bb116756095d2375585327b6d067cebc', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (53, '{"about":{"by":"operator:root","digest":"sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b","name":"list_orders","set":"shop","version":1,"way":"imported"},"at":1795123934137,"kind":"draft.written","monotonic":1660.098}', 'fff919c923fe39015719ba03782d3d94946574618439c3296aa28f0ffc4c2fe2', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (54, '{"about":{"by":"operator:root","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","name":"get_order","set":"shop","to":"approved","version":2},"at":1795123940655,"kind":"draft.decided","monotonic":3443.07}', '04f1c14f793f936e43020a148b0cbd66ef5e216b91b62d13db2f8b0001a60179', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (55, '{"about":{"by":"operator:root","contracts":"sha256:45760188c9dd8f027de63ef9c43301f8258fe86bd2a8afd59823daf5dc5295ae","expiresAt":1795127544145,"id":"7c498d0245304a76afc1102a98a8756c","principal":"3126c8e8-017b-49fa-b26b-419bf0e16423","reason":"sha256:2cff9baabf56ca002610e113bc94deb6ededddfc3c130365b6e88ed5195bf774","server":"local","tool":"hello","tools":1,"uses":3},"at":1795123944145,"kind":"grant.given","monotonic":3478.01}', 'e7524c7c8d37b388ef655f56776b13b76f86f38f076ddb6f675288602e46ec6b', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (56, '{"about":{"by":"operator:root","contracts":"sha256:45760188c9dd8f027de63ef9c43301f8258fe86bd2a8afd59823daf5dc5295ae","expiresAt":1795127546701,"id":"a88564dd0e0ad57619255ecf09b2e35d","principal":"3126c8e8-017b-49fa-b26b-419bf0e16423","reason":"sha256:325928dad748eb0ae3c41b0b54550f862e65478fe15e6619fa6eb4db290e6c4a","server":"local","tool":"hello","tools":1,"uses":3},"at":1795123946701,"kind":"grant.given","monotonic":2316.394}', '42819c63d8eec4b98bdb9cfd18d72b76df41a409214da96ca20c7cf1c0d5de6f', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (57, '{"about":{"by":"operator:root","id":"a88564dd0e0ad57619255ecf09b2e35d","principal":"3126c8e8-017b-49fa-b26b-419bf0e16423","server":"local"},"at":1795123949656,"kind":"grant.revoked","monotonic":1663.29}', 'a5141b5fef4eeb8c620922984e9b30f8574a53f8c1b0769ed23c93b69a1ceb3c', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (58, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:b79f92f2c0a316eafed942d30d3ff9e378958f93aceacef4474911417644b3f5","gateway":"94fb685e-4a72-41bd-a623-32cdd4854026","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795123952087,"kind":"gateway.started","monotonic":2390.328}', '62d214340d0b2114d5296d83b62b4b3c1d4fb42800d28fc98778ee2b53ef7431', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (59, '{"about":{"gateway":"94fb685e-4a72-41bd-a623-32cdd4854026"},"at":1795123955847,"kind":"gateway.stopped","monotonic":6150.336}', '64b7594c39ba64b34c2dd85dcd48a7d78bb49626d9179e0f7c88066824512740', NULL, NULL);


--
-- Data for Name: begun; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.begun VALUES ('4ca83880-1383-43ad-a920-78b33643aa1a', 46, 1795123923544);


--
-- Data for Name: begun_up_to; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.begun_up_to VALUES (1, 59);


--
-- Data for Name: calls; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.calls VALUES (3, '52fde355-2b89-4a09-8102-1ab36072cc83', 5, 1795123837077, 59.291, 'hello', 'local', 'refused', 'approval-required', 'local', '');
INSERT INTO toolcourt.calls VALUES (10, 'a421574c-ce43-44ef-8c0d-40bdebb6cf9f', 12, 1795123855481, 343.674, 'hello', 'local', 'answered', 'answered', 'local', '');
INSERT INTO toolcourt.calls VALUES (15, '61e2faae-060f-4d8a-adeb-0171e3cbd989', 17, 1795123862399, 31.358, 'hello', 'local', 'refused', 'approval-required', 'local', '');
INSERT INTO toolcourt.calls VALUES (22, '2720da35-0763-4243-bc68-ecdfc2007795', 24, 1795123883025, 304.013, 'hello', 'local', 'refused', 'approval-required', 'local', '');
INSERT INTO toolcourt.calls VALUES (29, '7179396f-4537-461b-938f-b27570adf19e', 31, 1795123900072, 109.224, 'hello', 'local', 'refused', 'approval-required', 'local', '');
INSERT INTO toolcourt.calls VALUES (34, '78a073ff-7ab6-455a-a98f-b1dd2d81141d', 35, 1795123906698, 102.524, 'find_ticket', 'tickets', 'answered', 'answered', 'local', '');
INSERT INTO toolcourt.calls VALUES (38, 'bbf59a50-7bbf-41c8-b0f4-cc91e36b02c8', 39, 1795123913152, 39.446, 'close_ticket', 'tickets', 'answered', 'answered', 'local', '');
INSERT INTO toolcourt.calls VALUES (42, '8589eee3-3e40-423b-8ebd-9ec7600a9292', 43, 1795123919399, 227.957, 'find_ticket', 'tickets', 'refused', 'output-invalid', 'local', '');
INSERT INTO toolcourt.calls VALUES (46, '4ca83880-1383-43ad-a920-78b33643aa1a', NULL, 1795123923544, NULL, 'find_ticket', '', 'started', '', 'local', '');


--
-- Data for Name: calls_up_to; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.calls_up_to VALUES (1, 59);


--
-- Data for Name: checkpoints; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.checkpoints VALUES (6, 'toolcourt-04db53e6-ce9d-4eaf-865f-cb7b1b501bb1
6
aQpk0/ZQ15DEfSkorHzgd0maJYr7q+s5z84NE7cTX7M=

— toolcourt-04db53e6-ce9d-4eaf-865f-cb7b1b501bb1 oijoOYuz/QCjpWCS0Cg14kzAeJQ+xyoYMdSd6L3T8D7+RGpy6747xUJnJu8JzqCc4gRGi+yYX5MAaWjlfbSCKzrfPQI=
');
INSERT INTO toolcourt.checkpoints VALUES (13, 'toolcourt-04db53e6-ce9d-4eaf-865f-cb7b1b501bb1
13
4AYGS0mANymDXl626IrYDuLhfTO38Fwng75MDXvAJlY=

— toolcourt-04db53e6-ce9d-4eaf-865f-cb7b1b501bb1 oijoOUowmzFQkIG6iZcKVwBxDsmEimt5XYojrAYHBDU7rZe3D6USJV9mTsAb/NriFMCDQAmbArFlW2qldyUGV/XBJAs=
');
INSERT INTO toolcourt.checkpoints VALUES (18, 'toolcourt-04db53e6-ce9d-4eaf-865f-cb7b1b501bb1
18
EKSXtXOLN7tn5WfNuL5cKCzaI2RiuOS0VL9Q0Ra+5Vw=

— toolcourt-04db53e6-ce9d-4eaf-865f-cb7b1b501bb1 oijoOcqGs+XTvYVE5CMRiez8J25jaCFq34c1EjGcc/+PzweNEAgyYL0hMYe0EIeGAPP2Gs11dW089OA/FnKqUWazugA=
');
INSERT INTO toolcourt.checkpoints VALUES (25, 'toolcourt-04db53e6-ce9d-4eaf-865f-cb7b1b501bb1
25
glaoPUCdMomtwDHMeTu5Qx5NxF5MmSSJ1ZhqVizscIA=

— toolcourt-04db53e6-ce9d-4eaf-865f-cb7b1b501bb1 oijoOSBJX7KLfuIJxYmhuqCK7El53sI++9hk4k2LKVT65XwVoO+2mWYvE3tlDHcIpCQ0omgTPvFpeK2h4MiT9ltKaAQ=
');
INSERT INTO toolcourt.checkpoints VALUES (32, 'toolcourt-04db53e6-ce9d-4eaf-865f-cb7b1b501bb1
32
V1b1HQKcZcyU2CNow4PJAaHeG9QNxCDtL5q3K084pAg=

— toolcourt-04db53e6-ce9d-4eaf-865f-cb7b1b501bb1 oijoORPLBbf6641lp0Hkkx5jGoQ9eWcoFzwJPXrSu7U9xLm7y3Ua/GE04361KcyW6L8DvDGV0fmWF6yYS1Zcu3fSiww=
');
INSERT INTO toolcourt.checkpoints VALUES (36, 'toolcourt-04db53e6-ce9d-4eaf-865f-cb7b1b501bb1
36
fy939fyCGkXXUKo9epMCKF2HldMkr2PzxDzSDyihw04=

— toolcourt-04db53e6-ce9d-4eaf-865f-cb7b1b501bb1 oijoOStfUFiQYhqnt7+XNh8A50fhM4H/xIWCJfHrhDx6LMII+v42WuKuOf7CuVQjykuF2hcy6F76i46FGTm3ChG/Nw0=
');
INSERT INTO toolcourt.checkpoints VALUES (40, 'toolcourt-04db53e6-ce9d-4eaf-865f-cb7b1b501bb1
40
T7W3TSO2/ykQm24T2jxZPWBrrzr/2OVI2hvyGzKKcRc=

— toolcourt-04db53e6-ce9d-4eaf-865f-cb7b1b501bb1 oijoOWoC6POVA5o+qC1Nk32QuozWxtoX4n/0KBN9BY2eAu1asfHUGC+M8Fa05Qp/0Il2TGuaQAik2liz/ie3+xLnJwQ=
');
INSERT INTO toolcourt.checkpoints VALUES (44, 'toolcourt-04db53e6-ce9d-4eaf-865f-cb7b1b501bb1
44
Pn8DBwxudAs/T+6hZPWzMq478u+ItuP8oUhp7Djc89o=

— toolcourt-04db53e6-ce9d-4eaf-865f-cb7b1b501bb1 oijoOTMoWCOg+cbAA6Ax3tRDHgAmizSallkCqTkT4n6nCn1UdWlV+XY8DaNAyuY61WX5DJFJgLi/UOnxQghS7b4aSwc=
');
INSERT INTO toolcourt.checkpoints VALUES (59, 'toolcourt-04db53e6-ce9d-4eaf-865f-cb7b1b501bb1
59
8Y5sjVy6IX8uDFhXQDuXWiCZTPBjJMBoaww+KKWF+kA=

— toolcourt-04db53e6-ce9d-4eaf-865f-cb7b1b501bb1 oijoOYR3tsfd4x8fLwRq1sXfPnwoTdQtl1A4DR6rSTuT9/mY+YiLWQ8Q9opDp39ZeBOiU7FHBCLdfkvGAYbE7AQ2JAg=
');


--
-- Data for Name: connections; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.connections VALUES ('9e5f0ce36cd631caf9ec91ee', '', 'local', 'shop', 'active', 1, '{"kind":"token","origins":["https://api.example.com"],"users":"owner","levels":{},"tiers":[],"header":"authorization","prefix":"Bearer "}', '{"token":"tc1.1.n9igDLjts8GrYqNtWRG-64BraIjvk9azdCQMD5VioJdLc_-xuAD4G3CVEQFoLaVW6A"}', 1795123928677, 1795123928677);
INSERT INTO toolcourt.connections VALUES ('6576f50010c5b8935b1d3a35', '', 'local', 'gone', 'revoked', 2, '{"kind":"token","origins":["https://api.example.com"],"users":"owner","levels":{},"tiers":[],"header":"authorization","prefix":"Bearer "}', '{}', 1795123930745, 1795123932712);


--
-- Data for Name: deliveries; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.deliveries VALUES ('archive', 58, '62d214340d0b2114d5296d83b62b4b3c1d4fb42800d28fc98778ee2b53ef7431', NULL, 1795123953825, 10, '8b3a2434-c97d-47bd-89fd-a1110cd5a456', 0);


--
-- Data for Name: draft_changes; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.draft_changes VALUES (1, 2);


--
-- Data for Name: drafts; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.drafts VALUES ('shop', 'list_orders', 1, 'sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b', 'pending', NULL, 1795123934137, '{"tool":{"name":"list_orders","description":"Lists all orders of the shop.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{}},"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":true},"_meta":{"dev.toolcourt/contract":{"effect":"read"}}},"operation":{"method":"GET","path":"/orders","base":{"origin":"https://api.example.com","path":""},"parameters":[],"response":{"contentType":"application/json","shape":"object"},"security":[]},"provenance":{"from":"shop.yaml","documentDigest":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","pointer":"/paths/~1orders/get","edition":"3.1","title":"Shop","version":"1.0"},"notes":[],"writtenBy":"operator:root","importedDigest":"sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b"}');
INSERT INTO toolcourt.drafts VALUES ('shop', 'get_order', 2, 'sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98', 'approved', '{"kind":"approved","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","by":"operator:root","at":1795123940655}', 1795123940655, '{"tool":{"name":"get_order","description":"Finds one order of the shop by its number.","inputSchema":{"type":"object","properties":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"description":"The number of the order."}},"required":["id"],"additionalProperties":false}},"required":["path"],"additionalProperties":false},"outputSchema":{"type":"object","required":["id","status"],"properties":{"id":{"type":"integer","description":"The number of the order."},"status":{"type":"string","description":"Where the order is."}}},"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":true},"_meta":{"dev.toolcourt/contract":{"effect":"read"}}},"operation":{"method":"GET","path":"/orders/{id}","base":{"origin":"https://api.example.com","path":""},"parameters":[{"place":"path","name":"id","style":"simple","explode":false}],"response":{"contentType":"application/json","shape":"object"},"security":[]},"provenance":{"from":"shop.yaml","documentDigest":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","pointer":"/paths/~1orders~1{id}/get","edition":"3.1","title":"Shop","version":"1.0"},"notes":[],"writtenBy":"operator:root","importedDigest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98"}');


--
-- Data for Name: grants; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.grants VALUES ('7c498d0245304a76afc1102a98a8756c', 'local', 'hello', '{"hello":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf"}', 'login:ada', NULL, NULL, 'Import', 3, 0, 'active', 'operator:root', NULL, 1795123944145, 1795127544145, NULL, NULL);
INSERT INTO toolcourt.grants VALUES ('a88564dd0e0ad57619255ecf09b2e35d', 'local', 'hello', '{"hello":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf"}', 'login:ada', NULL, NULL, 'Mistake', 3, 0, 'revoked', 'operator:root', NULL, 1795123946701, 1795127546701, 'operator:root', 1795123949656);


--
-- Data for Name: key_checks; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.key_checks VALUES (1, '\x25ea8bf05320487c4f0e3b9ab0b0a810aec484d5f0ed8dab13ad583631ab25816e4221cf0fbf1b8129bbb0bbfa16ba6366f6');


--
-- Data for Name: key_uses; Type: TABLE DATA; Schema: toolcourt; Owner: -
--



--
-- Data for Name: keys; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.keys VALUES ('', '9e5f0ce36cd631caf9ec91ee', 1, 1, '\x5fadce5f9e51f760c0c85ffaab17bd18daf85fe5dac68c8fa929a709ad4f75dafc1d6cd48bff4a5c043815a286a2d6689db8d2e1a1123eb6c51b56f3');
INSERT INTO toolcourt.keys VALUES ('', '6576f50010c5b8935b1d3a35', 1, 1, '\x25b7cfa90c4259ff5ce2de579d3f517b02f2fff0d8f90fdefeb375fbbb7d6e9d5499e69d4bca98e2cef3f59439ded2e846cfb9b2cea77b0e15c5c2a0');


--
-- Data for Name: migrations; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.migrations VALUES (1, '2026-11-19 21:30:34.574208+00');
INSERT INTO toolcourt.migrations VALUES (2, '2026-11-19 21:30:34.574208+00');
INSERT INTO toolcourt.migrations VALUES (3, '2026-11-19 21:30:34.574208+00');
INSERT INTO toolcourt.migrations VALUES (4, '2026-11-19 21:30:34.574208+00');
INSERT INTO toolcourt.migrations VALUES (5, '2026-11-19 21:30:34.574208+00');
INSERT INTO toolcourt.migrations VALUES (6, '2026-11-19 21:30:34.574208+00');
INSERT INTO toolcourt.migrations VALUES (7, '2026-11-19 21:30:34.574208+00');
INSERT INTO toolcourt.migrations VALUES (8, '2026-11-19 21:30:34.574208+00');
INSERT INTO toolcourt.migrations VALUES (9, '2026-11-19 21:30:34.574208+00');
INSERT INTO toolcourt.migrations VALUES (10, '2026-11-19 21:30:34.574208+00');
INSERT INTO toolcourt.migrations VALUES (11, '2026-11-19 21:30:34.574208+00');
INSERT INTO toolcourt.migrations VALUES (12, '2026-11-19 21:30:34.574208+00');
INSERT INTO toolcourt.migrations VALUES (13, '2026-11-19 21:30:34.574208+00');
INSERT INTO toolcourt.migrations VALUES (14, '2026-11-19 21:30:34.574208+00');
INSERT INTO toolcourt.migrations VALUES (15, '2026-11-19 21:30:34.574208+00');
INSERT INTO toolcourt.migrations VALUES (16, '2026-11-19 21:30:34.574208+00');


--
-- Data for Name: personal; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.personal VALUES ('fbd00e2090b548398913631433653d429bc702ced14ddd8721e9d9ba74c8132c', '3126c8e8-017b-49fa-b26b-419bf0e16423', '10d918c7-6213-48f7-bbde-9e60af146516', '"login:ada"');


--
-- Data for Name: policies; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.policies VALUES (1, 'sha256:a79c0bd8bd7ce320cd97bd94c76a6c850ada44111ac2cbbe617c01c644dd3323', 'version: 1
statements:
  - { id: here, effect: allow, kinds: [local], tools: ["*/*"] }
...
', 'operator:root', 1795123926642);


--
-- Data for Name: quarantine; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.quarantine VALUES ('df014d39-cf58-4c32-90ab-90ea758786d1', '8589eee3-3e40-423b-8ebd-9ec7600a9292', '', 'tickets', 'find_ticket', 'sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82', 'output', '["/structuredContent/open: expected boolean"]', 1795123919626, 'c6b400f77c07394da465ce9e53779420deab005501aec06d302859f71a8a3be5', 0, 0, 124, '{"content":[{"type":"text","text":"{\"number\":13,\"open\":\"broken\"}"}],"structuredContent":{"number":13,"open":"broken"}}');


--
-- Data for Name: results; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.results VALUES ('a421574c-ce43-44ef-8c0d-40bdebb6cf9f', '', 'local', 'local', 'hello', 'sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf', 1795123855826, 'sha256:6e662e927ade101b5f89c7d76a1cbd7ee2f536f2a4ce3fa28d952cc4fddbe8e3', '{"content":[{"type":"text","text":"{\"message\":\"Hello, Ada!\",\"timestamp\":\"2026-11-19T21:30:55.768Z\"}"}],"isError":false,"structuredContent":{"message":"Hello, Ada!","timestamp":"2026-11-19T21:30:55.768Z"}}', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO toolcourt.results VALUES ('78a073ff-7ab6-455a-a98f-b1dd2d81141d', '', 'local', 'tickets', 'find_ticket', 'sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82', 1795123906876, 'sha256:e4c46576d303d5e1dbbe617bd48e0b53ae4d49e3dc12ca77452f1361c5163083', '{"content":[{"type":"text","text":"{\"number\":1,\"open\":true}"}],"isError":false,"structuredContent":{"number":1,"open":true}}', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO toolcourt.results VALUES ('bbf59a50-7bbf-41c8-b0f4-cc91e36b02c8', '', 'local', 'tickets', 'close_ticket', 'sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8', 1795123913192, 'sha256:0dd9ddac8e92e6e34cdc627c64a4dce6bdddf024acd496cbd4af2516d1ed0920', '{"content":[{"type":"text","text":"{\"number\":2,\"open\":false}"}],"isError":false,"structuredContent":{"number":2,"open":false}}', NULL, NULL, NULL, NULL, NULL, NULL);


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


