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

INSERT INTO toolcourt.approvals VALUES ('edb7e04c321a1a67906913849aa73082', 'badc686e6490f25da4d6f20b1976e86ed0a5a99a57743c03b80ee0f3b95ed990', '{"args_hash":"0ca56f392f82ad306de13098868519d3434cd1530a041aaca8350a1ad8e5cf5d","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795122427079,"id":"edb7e04c321a1a67906913849aa73082","max_uses":1,"nonce":"bd5098539bf3c93ee96e10b43482cefb","not_before":1795121827079,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Ada"}', 'hello', 'local', '3a021e4e0ba5594c18f4c31b62a2c1652dd04b08711bd5f7efc446d6df060db7', 'operator', 'done', 1795121827079, 1795122427079, 'operator:root', 1795121829902, '8cfaf6f3-4f40-4772-81b3-ff5c979a9353', NULL, 1, '[{"by":"operator:root","at":1795121829902}]');
INSERT INTO toolcourt.approvals VALUES ('999023a825561746f03edf4d98c69dc8', 'c1b4b384954cf041a97a56773c0d9be1d0ac59de763acc4223f6f7a715d5f70d', '{"args_hash":"07ad3fe7994a820ac9d059b9ca2992b7798917e87ff532d141245a820ef242b7","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795122433837,"id":"999023a825561746f03edf4d98c69dc8","max_uses":1,"nonce":"b0506b99357a00bb185f1cd6623e4277","not_before":1795121833837,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Eve"}', 'hello', 'local', '4bffa43508e6b29fd7260816b747bac997a16a0e6e25de4262c2a3418a58dc6d', 'operator', 'denied', 1795121833837, 1795122433837, 'operator:root', 1795121837087, NULL, NULL, 1, '[]');
INSERT INTO toolcourt.approvals VALUES ('afb9423895909ccec057c331f8c9bc67', '0dc78887c2f2b873415232893bb3877cd5a40576ceb705eb4c71835abae40dfc', '{"args_hash":"39fcdc14d0cb1d4c4e0fc96ffc0983fb2298057abe2635a3f93b23130ad6fc47","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795122438917,"id":"afb9423895909ccec057c331f8c9bc67","max_uses":1,"nonce":"6e90808415ba5324c5ac1053b221ab77","not_before":1795121838917,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Cleo"}', 'hello', 'local', '612832b74518f837fbbf6ceb7e41b6fee97e15961babfb4120a30e933dd1557a', 'operator', 'approved', 1795121838917, 1795122438917, 'operator:root', 1795121842504, NULL, NULL, 1, '[{"by":"operator:root","at":1795121842504}]');
INSERT INTO toolcourt.approvals VALUES ('39da6afc360b320cef27734a5dfce228', '89966b2c4e638f29282b28cd2ac77bf41ba9b5db89a4b59d59dc93cfaa4bec07', '{"args_hash":"57bc2a781fd9d8a11ab161d02cc95795b5c5db21a364fb4b12109b7799996efe","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795122445092,"id":"39da6afc360b320cef27734a5dfce228","max_uses":1,"nonce":"7a5d98e1c27356b61d7d1fb3108aa536","not_before":1795121845092,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Bob"}', 'hello', 'local', '6d060a11e1ea78ac6b18142f4003ccf33cb1b7c490774d04df3b2c0b49c738ad', 'operator', 'pending', 1795121845092, 1795122445092, NULL, NULL, NULL, NULL, 1, '[]');


--
-- Data for Name: audit; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.audit VALUES (1, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:b79f92f2c0a316eafed942d30d3ff9e378958f93aceacef4474911417644b3f5","gateway":"94cec54b-149c-4ce7-9759-ed112c2dafc9","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795121826829,"kind":"gateway.started","monotonic":1269.675}', '4f31953faeb86e2653832f64a8fefcc172c795f749cf761b02c0db3eb8e7f6db', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (2, '{"about":{"servers":2,"tools":2},"at":1795121827063,"kind":"lock.created","monotonic":1503.727}', '2d9e3866ee2205b59207bfefe96c92d0c8e74e48be3829fd8cd80ea20a355f91', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (3, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:88bab6d8f6dc68a877064d584cbb5b6c50e74f617ea50d81d3a53c2ee6ffbc4f"},"at":1795121827072,"callId":"8c9cec95-6fdc-461c-a278-84f373ae4c6a","connection_id":null,"correlationId":"261abc0a-0578-4ae1-a0d8-101077ef90c2","correlation_id":"261abc0a-0578-4ae1-a0d8-101077ef90c2","kind":"call.opened","monotonic":1512.993,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"282049f4-440e-4702-8b4f-e003b9d00761"}', '77384ab9f678d0aee0890dc1c14faea7687492ea8f2b2847ca6674e1ec3a3797', '8c9cec95-6fdc-461c-a278-84f373ae4c6a', 1795121827072);
INSERT INTO toolcourt.audit VALUES (4, '{"about":{"digest":"badc686e6490f25da4d6f20b1976e86ed0a5a99a57743c03b80ee0f3b95ed990","expiresAt":1795122427079,"from":"operator","id":"edb7e04c321a1a67906913849aa73082","requester":"local","tool":"hello"},"at":1795121827079,"kind":"approval.requested","monotonic":1519.713}', '67286396772966bebfa5200dc49ef2386bdf2e2a0c45f1dc35458b2b1a4c28b3', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (5, '{"at":1795121827085,"callId":"8c9cec95-6fdc-461c-a278-84f373ae4c6a","code":"approval-required","connection_id":null,"correlation_id":"261abc0a-0578-4ae1-a0d8-101077ef90c2","kind":"call.closed","monotonic":1525.352,"ms":12.36,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(3)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', '6eddd85f821bd83c88fc731342c7311b44dd00a26d2ba384bc5a62371f474741', '8c9cec95-6fdc-461c-a278-84f373ae4c6a', NULL);
INSERT INTO toolcourt.audit VALUES (6, '{"about":{"gateway":"94cec54b-149c-4ce7-9759-ed112c2dafc9"},"at":1795121827133,"kind":"gateway.stopped","monotonic":1573.809}', '4d444b4cd5ce3772a1a23b351843eabdcabcdb2a59698c54882ce21baae010e8', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (7, '{"about":{"by":"operator:root","digest":"badc686e6490f25da4d6f20b1976e86ed0a5a99a57743c03b80ee0f3b95ed990","expiresAt":1795122427079,"from":"operator","id":"edb7e04c321a1a67906913849aa73082","requester":"local","tool":"hello"},"at":1795121828839,"kind":"approval.shown","monotonic":884.544}', '7f8ea846cccc97e2fecbf0e5fd8b5b150b75948bc2a3cdfe6758c7642e2caacb', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (8, '{"about":{"by":"operator:root","digest":"badc686e6490f25da4d6f20b1976e86ed0a5a99a57743c03b80ee0f3b95ed990","expiresAt":1795122427079,"from":"operator","id":"edb7e04c321a1a67906913849aa73082","requester":"local","to":"approved","tool":"hello"},"at":1795121829902,"kind":"approval.decided","monotonic":987.05}', '8bac3dffc9c976aabc5c5dd4028a70db7e1aacc19b511270c1871eae3a8a43a6', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (9, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:b79f92f2c0a316eafed942d30d3ff9e378958f93aceacef4474911417644b3f5","gateway":"875c5e5a-5f25-49d2-a15f-118fcbc647e6","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795121831409,"kind":"gateway.started","monotonic":1446.517}', '1d466f9fbcfd06a6ccd287dd05fa11ae663159e13fea6eb0a791988a85ed2108', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (10, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:88bab6d8f6dc68a877064d584cbb5b6c50e74f617ea50d81d3a53c2ee6ffbc4f"},"at":1795121831874,"callId":"8cfaf6f3-4f40-4772-81b3-ff5c979a9353","connection_id":null,"correlationId":"1a8a7ce3-e1ef-42f8-a662-4983442c342f","correlation_id":"1a8a7ce3-e1ef-42f8-a662-4983442c342f","kind":"call.opened","monotonic":1910.958,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"a8ac9cb0-f5fe-47ff-b9d3-e4cd60ec0cb7"}', '20cef576a8a37812010b222d78fd7d0bf8f82c0abae976f01c138079564042b1', '8cfaf6f3-4f40-4772-81b3-ff5c979a9353', 1795121831874);
INSERT INTO toolcourt.audit VALUES (11, '{"about":{"digest":"badc686e6490f25da4d6f20b1976e86ed0a5a99a57743c03b80ee0f3b95ed990","expiresAt":1795122427079,"from":"operator","id":"edb7e04c321a1a67906913849aa73082","requester":"local","tool":"hello"},"at":1795121831891,"callId":"8cfaf6f3-4f40-4772-81b3-ff5c979a9353","kind":"approval.consumed","monotonic":1927.976}', '80ec0d980c40248c0fc1aa4b5b6f93068202ecb7f7937bfeb2bc2448155d7f41', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (12, '{"approval":{"digest":"badc686e6490f25da4d6f20b1976e86ed0a5a99a57743c03b80ee0f3b95ed990","id":"edb7e04c321a1a67906913849aa73082"},"at":1795121831934,"callId":"8cfaf6f3-4f40-4772-81b3-ff5c979a9353","code":"answered","connection_id":null,"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","correlation_id":"1a8a7ce3-e1ef-42f8-a662-4983442c342f","fromCache":false,"kind":"call.closed","monotonic":1970.933,"ms":59.975,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","result":{"bytes":212,"digest":"sha256:c0386b83db40cd05dc48bebcd4656250dc3ff32d7ebf2b1099e213b8a8ad3b7f"},"session_id":null,"shape":{"named":["name: string(3)"]},"stage":"done","statement":"local-principal","status":"answered","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', '56b09c90f22c0c260701b14e42445b1d3ce8a9b56b191db604bcdfaeb76e0330', '8cfaf6f3-4f40-4772-81b3-ff5c979a9353', NULL);
INSERT INTO toolcourt.audit VALUES (13, '{"about":{"gateway":"875c5e5a-5f25-49d2-a15f-118fcbc647e6"},"at":1795121832006,"kind":"gateway.stopped","monotonic":2043.485}', 'c30776e51195bf39de1fb6d12f7384834443cfa777312e0ad6c2eab646e2d99a', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (14, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:b79f92f2c0a316eafed942d30d3ff9e378958f93aceacef4474911417644b3f5","gateway":"7b22f8a3-73a0-461b-b0e4-12295bc533e0","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795121833375,"kind":"gateway.started","monotonic":1246.92}', '32ca8b552ae23a649d66f1cb66d7b1c293ee76b1f9bb226e060381d58ea49bf7', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (15, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:c21ff8939a6666c29aa3e48c70342eed9a268846fc801b5aca851350e01deae3"},"at":1795121833809,"callId":"6d74de99-d255-44e0-99d8-da6edbed1764","connection_id":null,"correlationId":"4fbf29f5-10f3-491f-9267-623f27e4f568","correlation_id":"4fbf29f5-10f3-491f-9267-623f27e4f568","kind":"call.opened","monotonic":1680.976,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"57df5a6b-d2db-425a-867c-53119467d4a7"}', 'bfb3affbf32c660310c627af74cc02f4824f7709b0d393d3e1d84aa454d5381d', '6d74de99-d255-44e0-99d8-da6edbed1764', 1795121833809);
INSERT INTO toolcourt.audit VALUES (16, '{"about":{"digest":"c1b4b384954cf041a97a56773c0d9be1d0ac59de763acc4223f6f7a715d5f70d","expiresAt":1795122433837,"from":"operator","id":"999023a825561746f03edf4d98c69dc8","requester":"local","tool":"hello"},"at":1795121833837,"kind":"approval.requested","monotonic":1733.404}', '75e321480d7cab7a86dbdb0a5cd86660186c1ad12369aa3417086eea3a218934', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (17, '{"at":1795121833910,"callId":"6d74de99-d255-44e0-99d8-da6edbed1764","code":"approval-required","connection_id":null,"correlation_id":"4fbf29f5-10f3-491f-9267-623f27e4f568","kind":"call.closed","monotonic":1782.086,"ms":101.11,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(3)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', 'e419b0b6162e744706e5469767da86e43263f2d580b61725ad723d1c5a4eaa23', '6d74de99-d255-44e0-99d8-da6edbed1764', NULL);
INSERT INTO toolcourt.audit VALUES (18, '{"about":{"gateway":"7b22f8a3-73a0-461b-b0e4-12295bc533e0"},"at":1795121833954,"kind":"gateway.stopped","monotonic":1826.069}', '420b123472e2299a116b76c9abc78395333228c54f6ff8e11f7124a07c07c47c', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (19, '{"about":{"by":"operator:root","digest":"c1b4b384954cf041a97a56773c0d9be1d0ac59de763acc4223f6f7a715d5f70d","expiresAt":1795122433837,"from":"operator","id":"999023a825561746f03edf4d98c69dc8","requester":"local","tool":"hello"},"at":1795121836105,"kind":"approval.shown","monotonic":913.291}', '603842e2773fcf44c0ae937dadb01e50f4c5d4626093a510175de37e060f4faa', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (20, '{"about":{"by":"operator:root","digest":"c1b4b384954cf041a97a56773c0d9be1d0ac59de763acc4223f6f7a715d5f70d","expiresAt":1795122433837,"from":"operator","id":"999023a825561746f03edf4d98c69dc8","requester":"local","to":"denied","tool":"hello"},"at":1795121837087,"kind":"approval.decided","monotonic":925.927}', '3e96053a2d111a27dcab47b703e063066a550ab817082a1941659ea1b5f76555', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (21, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:b79f92f2c0a316eafed942d30d3ff9e378958f93aceacef4474911417644b3f5","gateway":"c87e9be8-6682-4285-a0a1-13f079d71c98","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795121838428,"kind":"gateway.started","monotonic":1288.39}', '3a516d59d09952398e9122e753c69e3a1f187bc7b715bccb65908669fb9fc625', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (22, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":15,"digest":"sha256:56b446afe3d8617a4a30a985b9e105fb117efd243a34f15ae531413774b663e4"},"at":1795121838905,"callId":"9f640827-cc52-4b56-a947-822f0f698567","connection_id":null,"correlationId":"0338c6a6-4d05-4067-b697-dc3225a61ef7","correlation_id":"0338c6a6-4d05-4067-b697-dc3225a61ef7","kind":"call.opened","monotonic":1764.617,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"5ba873bb-3bb9-40a8-8bfe-ecefcf7a61ef"}', '2dd99b84b6dbcd5bd13a612eed4e4e76e1b26dc14dd48a36a1ac0d0e5cda363d', '9f640827-cc52-4b56-a947-822f0f698567', 1795121838905);
INSERT INTO toolcourt.audit VALUES (23, '{"about":{"digest":"0dc78887c2f2b873415232893bb3877cd5a40576ceb705eb4c71835abae40dfc","expiresAt":1795122438917,"from":"operator","id":"afb9423895909ccec057c331f8c9bc67","requester":"local","tool":"hello"},"at":1795121838917,"kind":"approval.requested","monotonic":1777.993}', 'd6b17a34232a70350623af126f5d0faac98705bd3621993f7fcd653274398279', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (24, '{"at":1795121838931,"callId":"9f640827-cc52-4b56-a947-822f0f698567","code":"approval-required","connection_id":null,"correlation_id":"0338c6a6-4d05-4067-b697-dc3225a61ef7","kind":"call.closed","monotonic":1790.57,"ms":25.953,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(4)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', '93d0019e304a8c9b13c195a0a278ecd4d1741624c6bf08e26005bdbbcd9e61dc', '9f640827-cc52-4b56-a947-822f0f698567', NULL);
INSERT INTO toolcourt.audit VALUES (25, '{"about":{"gateway":"c87e9be8-6682-4285-a0a1-13f079d71c98"},"at":1795121839005,"kind":"gateway.stopped","monotonic":1865.181}', '174e407f165de4015ad54ea4b578bf9fb2785db878799f416cf4cdd860856586', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (26, '{"about":{"by":"operator:root","digest":"0dc78887c2f2b873415232893bb3877cd5a40576ceb705eb4c71835abae40dfc","expiresAt":1795122438917,"from":"operator","id":"afb9423895909ccec057c331f8c9bc67","requester":"local","tool":"hello"},"at":1795121841145,"kind":"approval.shown","monotonic":1171.17}', '10d65e58e53d89905b78cd49eaf1cee0481e6bb521a553691d617d161e1adca0', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (27, '{"about":{"by":"operator:root","digest":"0dc78887c2f2b873415232893bb3877cd5a40576ceb705eb4c71835abae40dfc","expiresAt":1795122438917,"from":"operator","id":"afb9423895909ccec057c331f8c9bc67","requester":"local","to":"approved","tool":"hello"},"at":1795121842504,"kind":"approval.decided","monotonic":1252.002}', 'e28eb15f6ff6c7d14d40fe3a59eaaf5bd65efe679c7958fa8118aafabf9e7ca0', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (28, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:b79f92f2c0a316eafed942d30d3ff9e378958f93aceacef4474911417644b3f5","gateway":"f5522f1a-3a04-483f-88a0-38f8a9e80d4b","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795121844238,"kind":"gateway.started","monotonic":1698.662}', 'fa7e61119f074f3b8d89d853e7831c6c077e99624b13047eed74cc89e3ed107c', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (29, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:840c3985f212fbe59d713f02acf464269bdb7abe7fcd66fb40d52320ef0da799"},"at":1795121844898,"callId":"7a5137f9-bd92-4c14-80fa-0123ce94ccc0","connection_id":null,"correlationId":"3697e35b-5625-467b-8a87-29a5a22a504e","correlation_id":"3697e35b-5625-467b-8a87-29a5a22a504e","kind":"call.opened","monotonic":2359.296,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"7452ac38-8f6d-4085-95ad-3977ef5c3658"}', 'b272798c340478fab5a543223d92781ca7532ab63cee5438ced47b88a941b9a5', '7a5137f9-bd92-4c14-80fa-0123ce94ccc0', 1795121844898);
INSERT INTO toolcourt.audit VALUES (30, '{"about":{"digest":"89966b2c4e638f29282b28cd2ac77bf41ba9b5db89a4b59d59dc93cfaa4bec07","expiresAt":1795122445092,"from":"operator","id":"39da6afc360b320cef27734a5dfce228","requester":"local","tool":"hello"},"at":1795121845092,"kind":"approval.requested","monotonic":2553.074}', 'ae899a7b8346411c54db52d5945451f9f37e43539f7c3ccb7b01ca93b97053ce', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (31, '{"at":1795121845117,"callId":"7a5137f9-bd92-4c14-80fa-0123ce94ccc0","code":"approval-required","connection_id":null,"correlation_id":"3697e35b-5625-467b-8a87-29a5a22a504e","kind":"call.closed","monotonic":2578.155,"ms":218.858,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(3)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', '64815fbf829e0c55a9742368477105eedb1b2f2b3e6beec4626016f92b7d6b4d', '7a5137f9-bd92-4c14-80fa-0123ce94ccc0', NULL);
INSERT INTO toolcourt.audit VALUES (32, '{"about":{"gateway":"f5522f1a-3a04-483f-88a0-38f8a9e80d4b"},"at":1795121845244,"kind":"gateway.stopped","monotonic":2704.666}', '6de12467c805684f4c1e1a920f38f3e59c2e78c2968cfef0286a555e03d056a8', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (33, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:b79f92f2c0a316eafed942d30d3ff9e378958f93aceacef4474911417644b3f5","gateway":"479bc5dc-e702-4087-8bfe-61e0b70c5cc2","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795121849014,"kind":"gateway.started","monotonic":3558.801}', '3cb9579c0dac7ad7e8c3c93b73e5b88ece8879220c77c9edd9d48fd83923049f', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (34, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":12,"digest":"sha256:3d6a916e86efba9105154ea95dda8d8da47df173d931c23e7a346c7babd81a3e"},"at":1795121849586,"callId":"cec2d9df-f9d9-4cf4-8e8f-1f4621784a10","connection_id":null,"correlationId":"dd126209-80a6-4fff-ac71-4a7a3bb7d44a","correlation_id":"dd126209-80a6-4fff-ac71-4a7a3bb7d44a","kind":"call.opened","monotonic":4130.866,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"find_ticket","tool_id":"find_ticket","traceId":"993fb183-93c0-43eb-a390-ef79efb938e9"}', '8b11a2ee488c7bfea9787689623116fdf0b6f93dca06366813acb5f4c56a8e05', 'cec2d9df-f9d9-4cf4-8e8f-1f4621784a10', 1795121849586);
INSERT INTO toolcourt.audit VALUES (35, '{"at":1795121849639,"callId":"cec2d9df-f9d9-4cf4-8e8f-1f4621784a10","code":"answered","connection_id":null,"contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","correlation_id":"dd126209-80a6-4fff-ac71-4a7a3bb7d44a","fromCache":false,"kind":"call.closed","monotonic":4184.567,"ms":53.701,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","result":{"bytes":128,"digest":"sha256:e4c46576d303d5e1dbbe617bd48e0b53ae4d49e3dc12ca77452f1361c5163083"},"session_id":null,"shape":{"named":["number: number"]},"stage":"done","statement":"local-principal","status":"answered","target":{"address":"stdio","contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","effect":"write","name":"find_ticket","server":"tickets"},"tool_id":"find_ticket"}', 'ae21ae5012ee0369ae759c1f9ea36c5baae658420dded7545dab6e0b8976e996', 'cec2d9df-f9d9-4cf4-8e8f-1f4621784a10', NULL);
INSERT INTO toolcourt.audit VALUES (36, '{"about":{"gateway":"479bc5dc-e702-4087-8bfe-61e0b70c5cc2"},"at":1795121849776,"kind":"gateway.stopped","monotonic":4321.308}', '09c5395677b031437b60f7437bcc6dac7f70384bc662a5ff29b64d117ad511b9', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (37, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:b79f92f2c0a316eafed942d30d3ff9e378958f93aceacef4474911417644b3f5","gateway":"34260a0f-37a1-466c-ac79-62c704b19029","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795121854265,"kind":"gateway.started","monotonic":4286.804}', '671e041ff39a9cf787c133f00cceac39f639fefb76ba28b2d7452a746be9f24e', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (38, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":12,"digest":"sha256:d65dc375f554b634c774bcc6f8a2ce6e23f41d2641c9b19453755d3dc8546f01"},"at":1795121855199,"callId":"7800536f-a0b4-4497-a8b7-208081ced21a","connection_id":null,"correlationId":"6fb283e6-b1d9-4ee2-b16a-2eb616b40bc5","correlation_id":"6fb283e6-b1d9-4ee2-b16a-2eb616b40bc5","kind":"call.opened","monotonic":5220.431,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"close_ticket","tool_id":"close_ticket","traceId":"956ab9e1-2082-436d-ab94-5e578a9d8536"}', '7ee6b845fe33ab4d0fc66c794fa67cd396b760e5b4b6c6faa176050a5d3f25ea', '7800536f-a0b4-4497-a8b7-208081ced21a', 1795121855199);
INSERT INTO toolcourt.audit VALUES (39, '{"at":1795121855262,"callId":"7800536f-a0b4-4497-a8b7-208081ced21a","code":"answered","connection_id":null,"contract":"sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8","correlation_id":"6fb283e6-b1d9-4ee2-b16a-2eb616b40bc5","fromCache":false,"kind":"call.closed","monotonic":5283.063,"ms":62.631,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","result":{"bytes":130,"digest":"sha256:0dd9ddac8e92e6e34cdc627c64a4dce6bdddf024acd496cbd4af2516d1ed0920"},"session_id":null,"shape":{"named":["number: number"]},"stage":"done","statement":"local-principal","status":"answered","target":{"address":"stdio","contract":"sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8","effect":"write","name":"close_ticket","server":"tickets"},"tool_id":"close_ticket"}', 'a6538100ca5503a48cd0bb3898cbbedff3a1099bf8da9d66289903260881e1a6', '7800536f-a0b4-4497-a8b7-208081ced21a', NULL);
INSERT INTO toolcourt.audit VALUES (40, '{"about":{"gateway":"34260a0f-37a1-466c-ac79-62c704b19029"},"at":1795121855398,"kind":"gateway.stopped","monotonic":5419.219}', '7b45921a6d4d2c07bc9920996162d59085fba6b7efbfbdde78a8c5ed7b02f600', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (41, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:b79f92f2c0a316eafed942d30d3ff9e378958f93aceacef4474911417644b3f5","gateway":"e2127eb1-fde8-4ab2-80d3-c6bb37e2473a","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795121859582,"kind":"gateway.started","monotonic":4015.32}', 'eecf9356f36e7f1b48887c6e3c70cb0edac25634f2f90ad3e121d42771484d6e', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (42, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":13,"digest":"sha256:7c445349efd10252e224efce9091e1394c7f442a1737c4d0732f9ac6f901bba7"},"at":1795121860360,"callId":"bd631db4-c9a7-439c-b69b-be7f4ea9502f","connection_id":null,"correlationId":"83b78ac5-b1d2-44f5-befb-b927ef5ea1a8","correlation_id":"83b78ac5-b1d2-44f5-befb-b927ef5ea1a8","kind":"call.opened","monotonic":4792.878,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"find_ticket","tool_id":"find_ticket","traceId":"f82fc40a-9436-4887-b62c-84811ebc2074"}', '228c3517eb88c3ff91d3f9cff27c749264ce1625f029dd797db6d658d0a6f469', 'bd631db4-c9a7-439c-b69b-be7f4ea9502f', 1795121860360);
INSERT INTO toolcourt.audit VALUES (43, '{"at":1795121860431,"callId":"bd631db4-c9a7-439c-b69b-be7f4ea9502f","code":"output-invalid","connection_id":null,"correlation_id":"83b78ac5-b1d2-44f5-befb-b927ef5ea1a8","kind":"call.closed","monotonic":4864.476,"ms":71.598,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["number: number"]},"stage":"run","statement":"local-principal","status":"refused","target":{"address":"stdio","contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","effect":"write","name":"find_ticket","server":"tickets"},"tool_id":"find_ticket"}', '1a841a4f28410971dfc818878102e38f246330ddfa83219afc714b95fb282257', 'bd631db4-c9a7-439c-b69b-be7f4ea9502f', NULL);
INSERT INTO toolcourt.audit VALUES (44, '{"about":{"gateway":"e2127eb1-fde8-4ab2-80d3-c6bb37e2473a"},"at":1795121860642,"kind":"gateway.stopped","monotonic":5074.73}', 'e6c646df19eb60fdfded66d80970411babee4cfbf0574620d9c59079882935fc', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (45, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:b79f92f2c0a316eafed942d30d3ff9e378958f93aceacef4474911417644b3f5","gateway":"5a37dd94-38fd-4504-a75b-747ceb189987","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795121864894,"kind":"gateway.started","monotonic":4105.774}', 'd9cc68ea55b617bdaf0e8e1b5a0391214124220f4abe0e9339e40961d13c0ab0', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (46, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":13,"digest":"sha256:7b61b1cbcbcc385176c08b2244fb5d32aef168d90e43e48b5edd6c386307db30"},"at":1795121865858,"callId":"ca6502a5-f858-4b42-bac5-5dc7d58b8dbb","connection_id":null,"correlationId":"fb974f40-bea0-4ba8-a658-161329decd23","correlation_id":"fb974f40-bea0-4ba8-a658-161329decd23","kind":"call.opened","monotonic":5069.882,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"find_ticket","tool_id":"find_ticket","traceId":"4a9f0aec-f40f-465e-a20e-83b8495195c3"}', 'bcb1e0a0af264dadba510759872b9ee6ce4722508db532ef33b8a008e014f9d3', 'ca6502a5-f858-4b42-bac5-5dc7d58b8dbb', 1795121865858);
INSERT INTO toolcourt.audit VALUES (47, '{"about":{"operator":"operator:root","version":"sha256:a79c0bd8bd7ce320cd97bd94c76a6c850ada44111ac2cbbe617c01c644dd3323"},"at":1795121867762,"kind":"policy.put","monotonic":1664.293}', '3a5b7e979f744c3bc94e89a431d08bc15c710d11c630d555f8143c8097442c91', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (48, '{"about":{"by":"operator:root","id":"8d9dd9230967bc554fe997c0","kind":"token","name":"shop","owner":"local"},"at":1795121869385,"kind":"connection.added","monotonic":1590.764}', 'd5670bbcef1a31a486649373fc77adc61b6c845130c897a957c0a5809b8e173d', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (49, '{"about":{"by":"operator:root","id":"1bfd0f16c207f32446c239e6","kind":"token","name":"gone","owner":"local"},"at":1795121870365,"kind":"connection.added","monotonic":947.742}', 'e58ff0cc5fd292d2336152d5fd60e45d11addff75fa48c4b0e7bb2ff51663b39', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (50, '{"about":{"by":"operator:root","id":"1bfd0f16c207f32446c239e6","kind":"token","name":"gone","owner":"local"},"at":1795121871306,"kind":"connection.revoked","monotonic":913.905}', '3c71ea32acb73d28f221cf6cc8df322392d905f5a68abc395086f207869f809e', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (51, '{"about":{"by":"operator:root","changed":2,"document":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","drafts":2,"gone":0,"notImported":0,"set":"shop"},"at":1795121872444,"kind":"draft.imported","monotonic":1157.605}', '1a0afbb70fab2954151d20793b77262af0416d8d5d6b00a1dd20229c281a67ac', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (52, '{"about":{"by":"operator:root","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","name":"get_order","set":"shop","version":1,"way":"imported"},"at":1795121872444,"kind":"draft.written","monotonic":1157.757}', '34010e2c716a4a0ff6269dcf15e14edb985e7dd19658828e1e878d354af13941', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (53, '{"about":{"by":"operator:root","digest":"sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b","name":"list_orders","set":"shop","version":1,"way":"imported"},"at":1795121872444,"kind":"draft.written","monotonic":1157.788}', 'd2128fdea652d578662e675c17a76f3a6c413eb73b2b37d85076585c830ebc02', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (54, '{"about":{"by":"operator:root","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","name":"get_order","set":"shop","to":"approved","version":2},"at":1795121874712,"kind":"draft.decided","monotonic":1124.54}', 'f11c653c16b5c7337eb7eeda2210f269db680e3b6399bdf45e9122258ccd5f2f', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (55, '{"about":{"by":"operator:root","contracts":"sha256:45760188c9dd8f027de63ef9c43301f8258fe86bd2a8afd59823daf5dc5295ae","expiresAt":1795125476071,"id":"8b70207896651e606096e184f604fcad","principal":"82c2cdce-14b9-4a8c-8179-a0a105ffc937","reason":"sha256:2cff9baabf56ca002610e113bc94deb6ededddfc3c130365b6e88ed5195bf774","server":"local","tool":"hello","tools":1,"uses":3},"at":1795121876071,"kind":"grant.given","monotonic":1306.169}', 'e69dabe78a902a7a8c0701780fb1e95f55f02aded5145bdc2837c40477cced0f', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (56, '{"about":{"by":"operator:root","contracts":"sha256:45760188c9dd8f027de63ef9c43301f8258fe86bd2a8afd59823daf5dc5295ae","expiresAt":1795125477286,"id":"2ab18fd89ffd9ac10192c01a133365df","principal":"82c2cdce-14b9-4a8c-8179-a0a105ffc937","reason":"sha256:325928dad748eb0ae3c41b0b54550f862e65478fe15e6619fa6eb4db290e6c4a","server":"local","tool":"hello","tools":1,"uses":3},"at":1795121877286,"kind":"grant.given","monotonic":1175.105}', '4ef0087afaee69dabf4912e93b0d93ac47340aeb957c85df7e38494985ee0625', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (57, '{"about":{"by":"operator:root","id":"2ab18fd89ffd9ac10192c01a133365df","principal":"82c2cdce-14b9-4a8c-8179-a0a105ffc937","server":"local"},"at":1795121878913,"kind":"grant.revoked","monotonic":763.055}', '50ed54c5647fed85ad56fb57cfb5e63f0132204df34a29762bfe68254bdcba97', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (58, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:b79f92f2c0a316eafed942d30d3ff9e378958f93aceacef4474911417644b3f5","gateway":"6e481187-5046-4c88-aa06-9ede236191fc","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795121879996,"kind":"gateway.started","monotonic":1048.831}', '55d14dee8b3907f7368d81ec0f6e16a3eac6d561f448c64ed497314ce31be6c3', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (59, '{"about":{"gateway":"6e481187-5046-4c88-aa06-9ede236191fc"},"at":1795121897178,"kind":"gateway.stopped","monotonic":18231.154}', '4e5ef0ba23a9ae879206b869b7af591b8a97d9f6c0ec196b0288f958c1a5eaf0', NULL, NULL);


--
-- Data for Name: begun; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.begun VALUES ('ca6502a5-f858-4b42-bac5-5dc7d58b8dbb', 46, 1795121865858);


--
-- Data for Name: begun_up_to; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.begun_up_to VALUES (1, 59);


--
-- Data for Name: calls; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.calls VALUES (3, '8c9cec95-6fdc-461c-a278-84f373ae4c6a', 5, 1795121827072, 12.36, 'hello', 'local', 'refused', 'approval-required', 'local', '');
INSERT INTO toolcourt.calls VALUES (10, '8cfaf6f3-4f40-4772-81b3-ff5c979a9353', 12, 1795121831874, 59.975, 'hello', 'local', 'answered', 'answered', 'local', '');
INSERT INTO toolcourt.calls VALUES (15, '6d74de99-d255-44e0-99d8-da6edbed1764', 17, 1795121833809, 101.11, 'hello', 'local', 'refused', 'approval-required', 'local', '');
INSERT INTO toolcourt.calls VALUES (22, '9f640827-cc52-4b56-a947-822f0f698567', 24, 1795121838905, 25.953, 'hello', 'local', 'refused', 'approval-required', 'local', '');
INSERT INTO toolcourt.calls VALUES (29, '7a5137f9-bd92-4c14-80fa-0123ce94ccc0', 31, 1795121844898, 218.858, 'hello', 'local', 'refused', 'approval-required', 'local', '');
INSERT INTO toolcourt.calls VALUES (34, 'cec2d9df-f9d9-4cf4-8e8f-1f4621784a10', 35, 1795121849586, 53.701, 'find_ticket', 'tickets', 'answered', 'answered', 'local', '');
INSERT INTO toolcourt.calls VALUES (38, '7800536f-a0b4-4497-a8b7-208081ced21a', 39, 1795121855199, 62.631, 'close_ticket', 'tickets', 'answered', 'answered', 'local', '');
INSERT INTO toolcourt.calls VALUES (42, 'bd631db4-c9a7-439c-b69b-be7f4ea9502f', 43, 1795121860360, 71.598, 'find_ticket', 'tickets', 'refused', 'output-invalid', 'local', '');
INSERT INTO toolcourt.calls VALUES (46, 'ca6502a5-f858-4b42-bac5-5dc7d58b8dbb', NULL, 1795121865858, NULL, 'find_ticket', '', 'started', '', 'local', '');


--
-- Data for Name: calls_up_to; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.calls_up_to VALUES (1, 59);


--
-- Data for Name: checkpoints; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.checkpoints VALUES (6, 'toolcourt-3740ce44-0387-4ca0-b83e-8550ef3ff7f7
6
TBY/2YgSkOp+Syzfxqq6UnJ/WqOiZjlluxTIwCHTIvA=

— toolcourt-3740ce44-0387-4ca0-b83e-8550ef3ff7f7 Tfh8DG89pyT010t1Cc2g/Hzv/KqpXmFfMnPmRr4xJQaGeipCkXg42ZReDBktTKEtyAMYWZsTg0TPp8SHkgvgkbcVSgI=
');
INSERT INTO toolcourt.checkpoints VALUES (13, 'toolcourt-3740ce44-0387-4ca0-b83e-8550ef3ff7f7
13
vNQzzrSGjg7PR55pMTEr11ACRktepTEYHrccTyElPmE=

— toolcourt-3740ce44-0387-4ca0-b83e-8550ef3ff7f7 Tfh8DEK9u7RDunDBUQJqKNqC/vl0weLZ3fQCubFYfatVjs17CMNeXH9optAqcrN2HThYk10QoJEoQZVm0myHkuUTEAw=
');
INSERT INTO toolcourt.checkpoints VALUES (18, 'toolcourt-3740ce44-0387-4ca0-b83e-8550ef3ff7f7
18
6jUA6B0VLdOy425xtvrFXvQCyO4PjclBFz2kz5FHEFA=

— toolcourt-3740ce44-0387-4ca0-b83e-8550ef3ff7f7 Tfh8DGtEpcoT+kfNZwBLoxJalBwRgQmq75Axu+jyCCTZW/4EHBmVhUWVP6t2gDX061T1gpzIBNe3+tyO4+DW9b8y7Qo=
');
INSERT INTO toolcourt.checkpoints VALUES (25, 'toolcourt-3740ce44-0387-4ca0-b83e-8550ef3ff7f7
25
E4XLP6Hv/ffVFT1EPyw5pwq6N52vbiVqnjXlhWDfD88=

— toolcourt-3740ce44-0387-4ca0-b83e-8550ef3ff7f7 Tfh8DJOp9oYZY2Rnu2VjJTAYBVHAwfxMBJQ1ByOAxaI2JU0FQdQsJpjkMRLfChMrjqFeTYUuRGVmiJcuZYvjEuh5MA4=
');
INSERT INTO toolcourt.checkpoints VALUES (32, 'toolcourt-3740ce44-0387-4ca0-b83e-8550ef3ff7f7
32
ycQXnqPl9UWCmnKRTpS5/f4wi3707cuYxhga2I79bz8=

— toolcourt-3740ce44-0387-4ca0-b83e-8550ef3ff7f7 Tfh8DBQytcRWq3RGqOiYFpOSF5P9pslATVDnuwdQkH6FF861NsoSt/R0nyDxIR86e30l+yANkuVx+wPENHnf7RIY0gM=
');
INSERT INTO toolcourt.checkpoints VALUES (36, 'toolcourt-3740ce44-0387-4ca0-b83e-8550ef3ff7f7
36
MyLcovC7RxLuBCIgTJCOLDK2idHUhk+x7K+5EGhXwSk=

— toolcourt-3740ce44-0387-4ca0-b83e-8550ef3ff7f7 Tfh8DOuTRDxaI61JGFJiyiAZUvNJpIke+P5tKcP+XsoJ0Oj2+VdoMjhTx2RGlaLKBvHgYVX/JI+MU1wlWRNxYr0SwAw=
');
INSERT INTO toolcourt.checkpoints VALUES (40, 'toolcourt-3740ce44-0387-4ca0-b83e-8550ef3ff7f7
40
ojqsm+yizmmVHhhUN5+sXg5rWP4PIgnXEEXNXUNWjAc=

— toolcourt-3740ce44-0387-4ca0-b83e-8550ef3ff7f7 Tfh8DPzk1BlNL1D6RHV8TcUoEy2djpYPfPQ8tlYEIV6Yd5L3uLBe33cncwwyfwI6IzhQ8nEPYo00fuWpnmAe9gFUCwM=
');
INSERT INTO toolcourt.checkpoints VALUES (44, 'toolcourt-3740ce44-0387-4ca0-b83e-8550ef3ff7f7
44
9mfrH5XVceJtTFPn+Jlmv9+yrrDQqYwSJr8WbldNRg8=

— toolcourt-3740ce44-0387-4ca0-b83e-8550ef3ff7f7 Tfh8DEVPM6CCV06jX5vcLz3+1DSeqQrxP1t1I7p92eqhugDXXMbNioq29tEaA+yvEauqBjeeQQ+2W8h8qYKf1EJL0QM=
');
INSERT INTO toolcourt.checkpoints VALUES (59, 'toolcourt-3740ce44-0387-4ca0-b83e-8550ef3ff7f7
59
sFdOLxvR9maCFyVHJJDz0TMKQ9k4QHe46aUX3Xy6dIM=

— toolcourt-3740ce44-0387-4ca0-b83e-8550ef3ff7f7 Tfh8DI9i/kASkP5hG+DKhykTTyZ1T6yTYxHevSQjAvJpiVbUAaBDDWdT+ZIFE7lfL1h1FP3HkEwhSi4QIIDjTHO/UgA=
');


--
-- Data for Name: connections; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.connections VALUES ('8d9dd9230967bc554fe997c0', '', 'local', 'shop', 'active', 1, '{"kind":"token","origins":["https://api.example.com"],"users":"owner","levels":{},"tiers":[],"header":"authorization","prefix":"Bearer "}', '{"token":"tc1.1.5Sr41qF5YuBBCzQjDvFD-OxNXmMdMeu91SQd5nYqLr8S0GMvIV5_IxKA1KVjHZe1tA"}', 1795121869363, 1795121869363);
INSERT INTO toolcourt.connections VALUES ('1bfd0f16c207f32446c239e6', '', 'local', 'gone', 'revoked', 2, '{"kind":"token","origins":["https://api.example.com"],"users":"owner","levels":{},"tiers":[],"header":"authorization","prefix":"Bearer "}', '{}', 1795121870352, 1795121871305);


--
-- Data for Name: deliveries; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.deliveries VALUES ('archive', 58, '55d14dee8b3907f7368d81ec0f6e16a3eac6d561f448c64ed497314ce31be6c3', NULL, 1795121895102, 10, '7f4a40f8-c899-4290-973b-bd6e7d6b652b', 0);


--
-- Data for Name: draft_changes; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.draft_changes VALUES (1, 2);


--
-- Data for Name: drafts; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.drafts VALUES ('shop', 'list_orders', 1, 'sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b', 'pending', NULL, 1795121872444, '{"tool":{"name":"list_orders","description":"Lists all orders of the shop.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{}},"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":true},"_meta":{"dev.toolcourt/contract":{"effect":"read"}}},"operation":{"method":"GET","path":"/orders","base":{"origin":"https://api.example.com","path":""},"parameters":[],"response":{"contentType":"application/json","shape":"object"},"security":[]},"provenance":{"from":"shop.yaml","documentDigest":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","pointer":"/paths/~1orders/get","edition":"3.1","title":"Shop","version":"1.0"},"notes":[],"writtenBy":"operator:root","importedDigest":"sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b"}');
INSERT INTO toolcourt.drafts VALUES ('shop', 'get_order', 2, 'sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98', 'approved', '{"kind":"approved","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","by":"operator:root","at":1795121874712}', 1795121874712, '{"tool":{"name":"get_order","description":"Finds one order of the shop by its number.","inputSchema":{"type":"object","properties":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"description":"The number of the order."}},"required":["id"],"additionalProperties":false}},"required":["path"],"additionalProperties":false},"outputSchema":{"type":"object","required":["id","status"],"properties":{"id":{"type":"integer","description":"The number of the order."},"status":{"type":"string","description":"Where the order is."}}},"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":true},"_meta":{"dev.toolcourt/contract":{"effect":"read"}}},"operation":{"method":"GET","path":"/orders/{id}","base":{"origin":"https://api.example.com","path":""},"parameters":[{"place":"path","name":"id","style":"simple","explode":false}],"response":{"contentType":"application/json","shape":"object"},"security":[]},"provenance":{"from":"shop.yaml","documentDigest":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","pointer":"/paths/~1orders~1{id}/get","edition":"3.1","title":"Shop","version":"1.0"},"notes":[],"writtenBy":"operator:root","importedDigest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98"}');


--
-- Data for Name: grants; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.grants VALUES ('8b70207896651e606096e184f604fcad', 'local', 'hello', '{"hello":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf"}', 'login:ada', NULL, NULL, 'Import', 3, 0, 'active', 'operator:root', NULL, 1795121876071, 1795125476071, NULL, NULL);
INSERT INTO toolcourt.grants VALUES ('2ab18fd89ffd9ac10192c01a133365df', 'local', 'hello', '{"hello":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf"}', 'login:ada', NULL, NULL, 'Mistake', 3, 0, 'revoked', 'operator:root', NULL, 1795121877286, 1795125477286, 'operator:root', 1795121878913);


--
-- Data for Name: key_checks; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.key_checks VALUES (1, '\x9a836274cf49f01cd590aef101f349468b9ab845775d04fafcd1114f7fe1fd32a7d3ab9a09b4d955feee77827f98cc646f70');


--
-- Data for Name: key_uses; Type: TABLE DATA; Schema: toolcourt; Owner: -
--



--
-- Data for Name: keys; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.keys VALUES ('', '8d9dd9230967bc554fe997c0', 1, 1, '\x4fba1f89816b12d18995c12bd26033f9d71be62aedecc6b6f475e4a89085e1d5cf01770764eaf4476e12af500a92a42c7d92d6b5fd3c9754ee404f30');
INSERT INTO toolcourt.keys VALUES ('', '1bfd0f16c207f32446c239e6', 1, 1, '\xa41731640b71db85200619bc1f758cfd98c71d85c7f05a92df832e64644bf30508f69a1fc9c827fc8a6f7d97df23fe3c274f3b1e5676618b2be11a3c');


--
-- Data for Name: migrations; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.migrations VALUES (1, '2026-11-19 20:57:06.691912+00');
INSERT INTO toolcourt.migrations VALUES (2, '2026-11-19 20:57:06.691912+00');
INSERT INTO toolcourt.migrations VALUES (3, '2026-11-19 20:57:06.691912+00');
INSERT INTO toolcourt.migrations VALUES (4, '2026-11-19 20:57:06.691912+00');
INSERT INTO toolcourt.migrations VALUES (5, '2026-11-19 20:57:06.691912+00');
INSERT INTO toolcourt.migrations VALUES (6, '2026-11-19 20:57:06.691912+00');
INSERT INTO toolcourt.migrations VALUES (7, '2026-11-19 20:57:06.691912+00');
INSERT INTO toolcourt.migrations VALUES (8, '2026-11-19 20:57:06.691912+00');
INSERT INTO toolcourt.migrations VALUES (9, '2026-11-19 20:57:06.691912+00');
INSERT INTO toolcourt.migrations VALUES (10, '2026-11-19 20:57:06.691912+00');
INSERT INTO toolcourt.migrations VALUES (11, '2026-11-19 20:57:06.691912+00');
INSERT INTO toolcourt.migrations VALUES (12, '2026-11-19 20:57:06.691912+00');
INSERT INTO toolcourt.migrations VALUES (13, '2026-11-19 20:57:06.691912+00');
INSERT INTO toolcourt.migrations VALUES (14, '2026-11-19 20:57:06.691912+00');
INSERT INTO toolcourt.migrations VALUES (15, '2026-11-19 20:57:06.691912+00');
INSERT INTO toolcourt.migrations VALUES (16, '2026-11-19 20:57:06.691912+00');


--
-- Data for Name: personal; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.personal VALUES ('fbd00e2090b548398913631433653d429bc702ced14ddd8721e9d9ba74c8132c', '82c2cdce-14b9-4a8c-8179-a0a105ffc937', '7d4d139a-e3f0-4631-b31a-8b2678c04613', '"login:ada"');


--
-- Data for Name: policies; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.policies VALUES (1, 'sha256:a79c0bd8bd7ce320cd97bd94c76a6c850ada44111ac2cbbe617c01c644dd3323', 'version: 1
statements:
  - { id: here, effect: allow, kinds: [local], tools: ["*/*"] }
...
', 'operator:root', 1795121867762);


--
-- Data for Name: quarantine; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.quarantine VALUES ('acd0d451-9973-4bec-a431-3332baa905f7', 'bd631db4-c9a7-439c-b69b-be7f4ea9502f', '', 'tickets', 'find_ticket', 'sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82', 'output', '["/structuredContent/open: expected boolean"]', 1795121860431, 'c6b400f77c07394da465ce9e53779420deab005501aec06d302859f71a8a3be5', 0, 0, 124, '{"content":[{"type":"text","text":"{\"number\":13,\"open\":\"broken\"}"}],"structuredContent":{"number":13,"open":"broken"}}');


--
-- Data for Name: results; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.results VALUES ('8cfaf6f3-4f40-4772-81b3-ff5c979a9353', '', 'local', 'local', 'hello', 'sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf', 1795121831934, 'sha256:c0386b83db40cd05dc48bebcd4656250dc3ff32d7ebf2b1099e213b8a8ad3b7f', '{"content":[{"type":"text","text":"{\"message\":\"Hello, Ada!\",\"timestamp\":\"2026-11-19T20:57:11.912Z\"}"}],"isError":false,"structuredContent":{"message":"Hello, Ada!","timestamp":"2026-11-19T20:57:11.912Z"}}', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO toolcourt.results VALUES ('cec2d9df-f9d9-4cf4-8e8f-1f4621784a10', '', 'local', 'tickets', 'find_ticket', 'sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82', 1795121849640, 'sha256:e4c46576d303d5e1dbbe617bd48e0b53ae4d49e3dc12ca77452f1361c5163083', '{"content":[{"type":"text","text":"{\"number\":1,\"open\":true}"}],"isError":false,"structuredContent":{"number":1,"open":true}}', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO toolcourt.results VALUES ('7800536f-a0b4-4497-a8b7-208081ced21a', '', 'local', 'tickets', 'close_ticket', 'sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8', 1795121855262, 'sha256:0dd9ddac8e92e6e34cdc627c64a4dce6bdddf024acd496cbd4af2516d1ed0920', '{"content":[{"type":"text","text":"{\"number\":2,\"open\":false}"}],"isError":false,"structuredContent":{"number":2,"open":false}}', NULL, NULL, NULL, NULL, NULL, NULL);


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


