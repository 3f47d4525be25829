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
-- Data for Name: admissions; Type: TABLE DATA; Schema: toolcourt; Owner: -
--



--
-- Data for Name: approvals; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.approvals VALUES ('96ce5401e8131e56d38e1a159f01e12f', 'fa1b95eb94e945528b4131137dd313c26bd2af5a2d5ad3977f3cdc84627fbeff', '{"args_hash":"0ca56f392f82ad306de13098868519d3434cd1530a041aaca8350a1ad8e5cf5d","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795024912833,"id":"96ce5401e8131e56d38e1a159f01e12f","max_uses":1,"nonce":"f0b4a74bd39a468b88b03f9a19266ba2","not_before":1795024312833,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Ada"}', 'hello', 'local', '3a021e4e0ba5594c18f4c31b62a2c1652dd04b08711bd5f7efc446d6df060db7', 'operator', 'done', 1795024312833, 1795024912833, 'operator:root', 1795024317727, 'd77a14d5-fb20-4057-91e4-717dbf8b1472', NULL, 1, '[{"by":"operator:root","at":1795024317727}]');
INSERT INTO toolcourt.approvals VALUES ('66b604b0436eede3a2565948445699c1', 'd6fd1eb982f41fb2cbe943235eb504e1e6fcb22b1772e226f501719b9197239c', '{"args_hash":"07ad3fe7994a820ac9d059b9ca2992b7798917e87ff532d141245a820ef242b7","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795024923323,"id":"66b604b0436eede3a2565948445699c1","max_uses":1,"nonce":"465eab467f5ae6c631eff9c0377f04ca","not_before":1795024323323,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Eve"}', 'hello', 'local', '4bffa43508e6b29fd7260816b747bac997a16a0e6e25de4262c2a3418a58dc6d', 'operator', 'denied', 1795024323323, 1795024923323, 'operator:root', 1795024328165, NULL, NULL, 1, '[]');
INSERT INTO toolcourt.approvals VALUES ('1d05f514ef885272a420bdda725b8611', 'c3a7630c7bce85acbabde27846bc88a338f473f970d1a70c6ee2b54e1df17363', '{"args_hash":"39fcdc14d0cb1d4c4e0fc96ffc0983fb2298057abe2635a3f93b23130ad6fc47","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795024930830,"id":"1d05f514ef885272a420bdda725b8611","max_uses":1,"nonce":"e2b684e537639830a70f6b2a20cb9ea4","not_before":1795024330830,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Cleo"}', 'hello', 'local', '612832b74518f837fbbf6ceb7e41b6fee97e15961babfb4120a30e933dd1557a', 'operator', 'approved', 1795024330830, 1795024930830, 'operator:root', 1795024335927, NULL, NULL, 1, '[{"by":"operator:root","at":1795024335927}]');
INSERT INTO toolcourt.approvals VALUES ('283d0cfb9ae977a8617a0812b85c1e51', '31158994f99876c3718dff3dc13fd4480f5b724b89be10cfa98bb9dcacdb0538', '{"args_hash":"57bc2a781fd9d8a11ab161d02cc95795b5c5db21a364fb4b12109b7799996efe","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795024939224,"id":"283d0cfb9ae977a8617a0812b85c1e51","max_uses":1,"nonce":"9c4a2c1b71c093728b42d31e9664a225","not_before":1795024339224,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Bob"}', 'hello', 'local', '6d060a11e1ea78ac6b18142f4003ccf33cb1b7c490774d04df3b2c0b49c738ad', 'operator', 'pending', 1795024339224, 1795024939224, NULL, NULL, NULL, NULL, 1, '[]');


--
-- Data for Name: audit; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.audit VALUES (1, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:dccc8e8216581bcc45a972b4441f8757c987d9f4683a977ab0970743184bc05c","gateway":"55543287-9230-43b6-942a-81ea5f8f925c","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795024312285,"kind":"gateway.started","monotonic":2319.335}', '2c63b26eda9e39f03585fa86f6d43b09a00b67f65d446014cee12dd7bd310516', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (2, '{"about":{"servers":2,"tools":2},"at":1795024312782,"kind":"lock.created","monotonic":2816.38}', 'f92ee7f4dab5e5aaf4e9eef577f23107b0ebead0730bf7a1c2d52e791eb80333', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (3, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:88bab6d8f6dc68a877064d584cbb5b6c50e74f617ea50d81d3a53c2ee6ffbc4f"},"at":1795024312815,"callId":"b33e23af-61e4-46a5-b169-366b4b781b04","connection_id":null,"correlationId":"3cdde436-4f32-4e16-85bb-5d13bec0a514","correlation_id":"3cdde436-4f32-4e16-85bb-5d13bec0a514","kind":"call.opened","monotonic":2849.56,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"f4401173-a101-45d5-bd7a-961fd94e5524"}', '9ab4927cce4ef3a6a0378fbea02e657e43490934aec1b3d0381918f77336e038', 'b33e23af-61e4-46a5-b169-366b4b781b04', 1795024312815);
INSERT INTO toolcourt.audit VALUES (4, '{"about":{"digest":"fa1b95eb94e945528b4131137dd313c26bd2af5a2d5ad3977f3cdc84627fbeff","expiresAt":1795024912833,"from":"operator","id":"96ce5401e8131e56d38e1a159f01e12f","requester":"local","tool":"hello"},"at":1795024312833,"kind":"approval.requested","monotonic":2868.321}', '34146144c956ef89e5852e2e7b7e2429d2420e939cb97b490ccbe6e598aaeb93', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (5, '{"at":1795024312841,"callId":"b33e23af-61e4-46a5-b169-366b4b781b04","code":"approval-required","connection_id":null,"correlation_id":"3cdde436-4f32-4e16-85bb-5d13bec0a514","kind":"call.closed","monotonic":2875.355,"ms":25.795,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(3)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', '0e8ae4230bbb66149f97b1356a187eea5a4599ac092ac150f2eff7824001de0d', 'b33e23af-61e4-46a5-b169-366b4b781b04', NULL);
INSERT INTO toolcourt.audit VALUES (6, '{"about":{"gateway":"55543287-9230-43b6-942a-81ea5f8f925c"},"at":1795024312887,"kind":"gateway.stopped","monotonic":2922.029}', '2e02e23dde86bbc389c408b7630ccfde9e44cd6262cec4d7901d56da758ba503', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (7, '{"about":{"by":"operator:root","digest":"fa1b95eb94e945528b4131137dd313c26bd2af5a2d5ad3977f3cdc84627fbeff","expiresAt":1795024912833,"from":"operator","id":"96ce5401e8131e56d38e1a159f01e12f","requester":"local","tool":"hello"},"at":1795024316123,"kind":"approval.shown","monotonic":1534.85}', 'fcf972de1141881c707afc58832d7d992e6fd603d77ba90384d48f16d4d46848', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (8, '{"about":{"by":"operator:root","digest":"fa1b95eb94e945528b4131137dd313c26bd2af5a2d5ad3977f3cdc84627fbeff","expiresAt":1795024912833,"from":"operator","id":"96ce5401e8131e56d38e1a159f01e12f","requester":"local","to":"approved","tool":"hello"},"at":1795024317727,"kind":"approval.decided","monotonic":1511.769}', '6e5b16e8b30a4e92588e999d77c2a4fc62d8c51aa97dfe4a8431329184dc39cf', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (9, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:dccc8e8216581bcc45a972b4441f8757c987d9f4683a977ab0970743184bc05c","gateway":"2875fe6d-de7e-4b97-9428-3c5ac00a3942","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795024319863,"kind":"gateway.started","monotonic":2087.545}', 'c3a1db8c81fe23fd41a6f17bca8f5a54dc9ae22c4a7e28872b06e73f1a55e53a', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (10, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:88bab6d8f6dc68a877064d584cbb5b6c50e74f617ea50d81d3a53c2ee6ffbc4f"},"at":1795024320434,"callId":"d77a14d5-fb20-4057-91e4-717dbf8b1472","connection_id":null,"correlationId":"df2a07c7-ab37-407d-9544-a65210ef8fc2","correlation_id":"df2a07c7-ab37-407d-9544-a65210ef8fc2","kind":"call.opened","monotonic":2659.173,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"b79b55f8-6e3c-4d12-82dd-18683f448046"}', '1884f22125b99effe0b7ffc780ca398a1d904446980935f8f871a9021f03d97c', 'd77a14d5-fb20-4057-91e4-717dbf8b1472', 1795024320434);
INSERT INTO toolcourt.audit VALUES (11, '{"about":{"digest":"fa1b95eb94e945528b4131137dd313c26bd2af5a2d5ad3977f3cdc84627fbeff","expiresAt":1795024912833,"from":"operator","id":"96ce5401e8131e56d38e1a159f01e12f","requester":"local","tool":"hello"},"at":1795024320472,"callId":"d77a14d5-fb20-4057-91e4-717dbf8b1472","kind":"approval.consumed","monotonic":2698.761}', '32e94735f43c3f73f37ddff011928ddc6c6e4774f87523268dcb07cd8459b9cb', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (12, '{"approval":{"digest":"fa1b95eb94e945528b4131137dd313c26bd2af5a2d5ad3977f3cdc84627fbeff","id":"96ce5401e8131e56d38e1a159f01e12f"},"at":1795024320501,"callId":"d77a14d5-fb20-4057-91e4-717dbf8b1472","code":"answered","connection_id":null,"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","correlation_id":"df2a07c7-ab37-407d-9544-a65210ef8fc2","fromCache":false,"kind":"call.closed","monotonic":2725.584,"ms":66.411,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","result":{"bytes":212,"digest":"sha256:f2f74a6c4ca393d45db189da7844c334e5f70362472e6be78a7adc756fe0ed21"},"session_id":null,"shape":{"named":["name: string(3)"]},"stage":"done","statement":"local-principal","status":"answered","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', 'f47d1fb673dfdf2d957efde0d17d320e4591efa56013587acf6dea5f7210885c', 'd77a14d5-fb20-4057-91e4-717dbf8b1472', NULL);
INSERT INTO toolcourt.audit VALUES (13, '{"about":{"gateway":"2875fe6d-de7e-4b97-9428-3c5ac00a3942"},"at":1795024320580,"kind":"gateway.stopped","monotonic":2805.196}', '4bad02c4e8e1e9a4e1fa79ce87b13d42f678973b123a16447cb9a472d1316062', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (14, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:dccc8e8216581bcc45a972b4441f8757c987d9f4683a977ab0970743184bc05c","gateway":"75808293-3c68-4ee2-9dd5-7a156db58a46","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795024322756,"kind":"gateway.started","monotonic":2033.451}', 'e8225296e4c17de68f9e2b170138c9127297bea08301eaacfd299ae48ff56628', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (15, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:c21ff8939a6666c29aa3e48c70342eed9a268846fc801b5aca851350e01deae3"},"at":1795024323300,"callId":"28149ec8-2706-42c3-8e2c-c213f7476e0c","connection_id":null,"correlationId":"ba16ebf0-9989-4da3-8fba-ce387c3b9964","correlation_id":"ba16ebf0-9989-4da3-8fba-ce387c3b9964","kind":"call.opened","monotonic":2577.042,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"8a3bf4ed-a41a-4ee1-825b-fd182e3e34da"}', 'd6fd315710fb864412b8919aebef1bc406841b7956ecb47e4ebf2a80ca4486f4', '28149ec8-2706-42c3-8e2c-c213f7476e0c', 1795024323300);
INSERT INTO toolcourt.audit VALUES (16, '{"about":{"digest":"d6fd1eb982f41fb2cbe943235eb504e1e6fcb22b1772e226f501719b9197239c","expiresAt":1795024923323,"from":"operator","id":"66b604b0436eede3a2565948445699c1","requester":"local","tool":"hello"},"at":1795024323323,"kind":"approval.requested","monotonic":2601.362}', 'e3ef34c742bbe5d1a6efa7cfdf7d7dced46be52f3a6acb1bbd7c4e0d66d449ec', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (17, '{"at":1795024323345,"callId":"28149ec8-2706-42c3-8e2c-c213f7476e0c","code":"approval-required","connection_id":null,"correlation_id":"ba16ebf0-9989-4da3-8fba-ce387c3b9964","kind":"call.closed","monotonic":2621.897,"ms":44.855,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(3)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', '1a1a67de71d9acfb3a3c34e20dc727a733b96ad9d27f9787c9355d6bcc3a15ea', '28149ec8-2706-42c3-8e2c-c213f7476e0c', NULL);
INSERT INTO toolcourt.audit VALUES (18, '{"about":{"gateway":"75808293-3c68-4ee2-9dd5-7a156db58a46"},"at":1795024323416,"kind":"gateway.stopped","monotonic":2693.572}', '7b6e49988d53acee48f10b1238dbf3ad894bf83a8ae3938f6c0931f0f1d3e4cb', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (19, '{"about":{"by":"operator:root","digest":"d6fd1eb982f41fb2cbe943235eb504e1e6fcb22b1772e226f501719b9197239c","expiresAt":1795024923323,"from":"operator","id":"66b604b0436eede3a2565948445699c1","requester":"local","tool":"hello"},"at":1795024326579,"kind":"approval.shown","monotonic":1444.265}', 'e02be92a8409171353ce128c2d1494ad527088feffffa6f525e9745956017410', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (20, '{"about":{"by":"operator:root","digest":"d6fd1eb982f41fb2cbe943235eb504e1e6fcb22b1772e226f501719b9197239c","expiresAt":1795024923323,"from":"operator","id":"66b604b0436eede3a2565948445699c1","requester":"local","to":"denied","tool":"hello"},"at":1795024328165,"kind":"approval.decided","monotonic":1484.266}', 'cd82413d09cdedcb95d76d177ad2f32d45c2729e98f1171e05b73329a7fb7f16', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (21, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:dccc8e8216581bcc45a972b4441f8757c987d9f4683a977ab0970743184bc05c","gateway":"9d515e7a-ac8f-43f9-90e2-66498393017e","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795024330290,"kind":"gateway.started","monotonic":2077.367}', '9ae49ec0c94f46a2c9177b021d2cb6647ef8500f03117596a9387fc34f898a76', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (22, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":15,"digest":"sha256:56b446afe3d8617a4a30a985b9e105fb117efd243a34f15ae531413774b663e4"},"at":1795024330799,"callId":"6980b871-5428-4ef8-b8f2-037dc6f16267","connection_id":null,"correlationId":"5feffade-4f1d-4477-903c-e163a2a3707d","correlation_id":"5feffade-4f1d-4477-903c-e163a2a3707d","kind":"call.opened","monotonic":2586.544,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"dd5373ea-546d-4410-b9e9-a3e98609693c"}', 'f5d44a800c58f8e3012aaf5a0e050c896a3ab735925f7497da3a0f43df9a5d90', '6980b871-5428-4ef8-b8f2-037dc6f16267', 1795024330799);
INSERT INTO toolcourt.audit VALUES (23, '{"about":{"digest":"c3a7630c7bce85acbabde27846bc88a338f473f970d1a70c6ee2b54e1df17363","expiresAt":1795024930830,"from":"operator","id":"1d05f514ef885272a420bdda725b8611","requester":"local","tool":"hello"},"at":1795024330830,"kind":"approval.requested","monotonic":2618.615}', '949fd8767b5aa1c054006e2cba7da7bec1240ce80f5129e8f5e71c2e1b1df4a0', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (24, '{"at":1795024330839,"callId":"6980b871-5428-4ef8-b8f2-037dc6f16267","code":"approval-required","connection_id":null,"correlation_id":"5feffade-4f1d-4477-903c-e163a2a3707d","kind":"call.closed","monotonic":2626.613,"ms":40.069,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(4)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', '5a37c95145f5e2bf96efafce311df1dbcf37cba24292df4c0257d38a49c7f5bb', '6980b871-5428-4ef8-b8f2-037dc6f16267', NULL);
INSERT INTO toolcourt.audit VALUES (25, '{"about":{"gateway":"9d515e7a-ac8f-43f9-90e2-66498393017e"},"at":1795024330888,"kind":"gateway.stopped","monotonic":2675.402}', 'd94653d93cda15bc0559fbf14d1022e4bf65db89e123af06b4349a321d8b7a5f', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (26, '{"about":{"by":"operator:root","digest":"c3a7630c7bce85acbabde27846bc88a338f473f970d1a70c6ee2b54e1df17363","expiresAt":1795024930830,"from":"operator","id":"1d05f514ef885272a420bdda725b8611","requester":"local","tool":"hello"},"at":1795024334232,"kind":"approval.shown","monotonic":1635.17}', '3331455a226707e6ec365ccaf71ef2096536a3a5edc1e18b89f65c0fb680bb1a', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (27, '{"about":{"by":"operator:root","digest":"c3a7630c7bce85acbabde27846bc88a338f473f970d1a70c6ee2b54e1df17363","expiresAt":1795024930830,"from":"operator","id":"1d05f514ef885272a420bdda725b8611","requester":"local","to":"approved","tool":"hello"},"at":1795024335927,"kind":"approval.decided","monotonic":1588.075}', '112f885ad3657efdeb2912ef6e32f1e04eda34da3ee1c4e561141ca868b9e27a', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (28, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:dccc8e8216581bcc45a972b4441f8757c987d9f4683a977ab0970743184bc05c","gateway":"16e1644d-5377-4781-a8f6-0408d7572d4b","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795024338547,"kind":"gateway.started","monotonic":2566.568}', '2b3f58f94f35d3f51fb1c42602695a3ae6860db1db148b2301aa3ab3eed3127d', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (29, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:840c3985f212fbe59d713f02acf464269bdb7abe7fcd66fb40d52320ef0da799"},"at":1795024339186,"callId":"301af937-cd18-46ea-85f1-1dfa3177f33e","connection_id":null,"correlationId":"d001cd97-813f-48f7-b9a7-07d4922c11e7","correlation_id":"d001cd97-813f-48f7-b9a7-07d4922c11e7","kind":"call.opened","monotonic":3205.248,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"3355799d-0c42-467a-89d5-7ece617211e0"}', '64f25a3afa3b718a0dba56b9c46ea11667413ddb9834d65d6e448b5433b36c67', '301af937-cd18-46ea-85f1-1dfa3177f33e', 1795024339186);
INSERT INTO toolcourt.audit VALUES (30, '{"about":{"digest":"31158994f99876c3718dff3dc13fd4480f5b724b89be10cfa98bb9dcacdb0538","expiresAt":1795024939224,"from":"operator","id":"283d0cfb9ae977a8617a0812b85c1e51","requester":"local","tool":"hello"},"at":1795024339224,"kind":"approval.requested","monotonic":3244.232}', '307f8ad5cd3f7f80d66ea22e073e9a1d53aed56196998a155db18b1424da62c3', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (31, '{"at":1795024339234,"callId":"301af937-cd18-46ea-85f1-1dfa3177f33e","code":"approval-required","connection_id":null,"correlation_id":"d001cd97-813f-48f7-b9a7-07d4922c11e7","kind":"call.closed","monotonic":3252.741,"ms":47.493,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(3)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', 'b026e04932573b2b67756415b29dd9fd413177a5d57c12d402a34ba46bbd538c', '301af937-cd18-46ea-85f1-1dfa3177f33e', NULL);
INSERT INTO toolcourt.audit VALUES (32, '{"about":{"gateway":"16e1644d-5377-4781-a8f6-0408d7572d4b"},"at":1795024339338,"kind":"gateway.stopped","monotonic":3356.97}', '02f2bf9c00af5e485e1299cc48228aaa0dffa2a77dc4ba30a29a301105c196d4', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (33, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:dccc8e8216581bcc45a972b4441f8757c987d9f4683a977ab0970743184bc05c","gateway":"8673dc46-f8e8-4a1a-93f8-ebcffc84a8a9","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795024342233,"kind":"gateway.started","monotonic":2750.599}', 'd1f3584191b2df066717731b1dcb83de5843a73f06a5dcea34dcb1c014050c92', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (34, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":12,"digest":"sha256:3d6a916e86efba9105154ea95dda8d8da47df173d931c23e7a346c7babd81a3e"},"at":1795024343239,"callId":"b3087b35-c525-4e9e-a907-3e5edcb4fea0","connection_id":null,"correlationId":"d116c9f1-8790-46b4-ba28-be11644278e0","correlation_id":"d116c9f1-8790-46b4-ba28-be11644278e0","kind":"call.opened","monotonic":3757.334,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"find_ticket","tool_id":"find_ticket","traceId":"877d39e1-68a9-4892-9aff-1f9c7f2d0fc6"}', 'c0897a786c8460fe5f51bd8a914e8ea57552d50911022a49df4d592958a1d7cd', 'b3087b35-c525-4e9e-a907-3e5edcb4fea0', 1795024343239);
INSERT INTO toolcourt.audit VALUES (35, '{"at":1795024343254,"callId":"b3087b35-c525-4e9e-a907-3e5edcb4fea0","code":"answered","connection_id":null,"contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","correlation_id":"d116c9f1-8790-46b4-ba28-be11644278e0","fromCache":false,"kind":"call.closed","monotonic":3771.929,"ms":14.595,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","result":{"bytes":128,"digest":"sha256:e4c46576d303d5e1dbbe617bd48e0b53ae4d49e3dc12ca77452f1361c5163083"},"session_id":null,"shape":{"named":["number: number"]},"stage":"done","statement":"local-principal","status":"answered","target":{"address":"stdio","contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","effect":"write","name":"find_ticket","server":"tickets"},"tool_id":"find_ticket"}', '2391141a1807ab4f536a53a6fdf3ebe45c4db0c38e2dce9ec262532ef145508e', 'b3087b35-c525-4e9e-a907-3e5edcb4fea0', NULL);
INSERT INTO toolcourt.audit VALUES (36, '{"about":{"gateway":"8673dc46-f8e8-4a1a-93f8-ebcffc84a8a9"},"at":1795024343341,"kind":"gateway.stopped","monotonic":3859.267}', 'ae8c287295a67ae54f7b94c386f367b00ec9444c9e64ef9967eee6a26dc8b0ba', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (37, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:dccc8e8216581bcc45a972b4441f8757c987d9f4683a977ab0970743184bc05c","gateway":"b5a387f8-752b-48e8-890f-790e23690a04","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795024346124,"kind":"gateway.started","monotonic":2660.416}', 'e09c4071666de333b45b0fed57a26578b78b733694b3b4826d17d4ea91c88376', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (38, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":12,"digest":"sha256:d65dc375f554b634c774bcc6f8a2ce6e23f41d2641c9b19453755d3dc8546f01"},"at":1795024346802,"callId":"3632babd-0c89-43c7-bd7b-807838bce09d","connection_id":null,"correlationId":"9d41730f-d273-4546-9405-b906eb537e73","correlation_id":"9d41730f-d273-4546-9405-b906eb537e73","kind":"call.opened","monotonic":3338.131,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"close_ticket","tool_id":"close_ticket","traceId":"d1352fa3-aec8-4a04-8a17-772faa440251"}', '9e819ef7a9b8571c2631f9a2370a15159efd929799a35ebab886033d2528d5f5', '3632babd-0c89-43c7-bd7b-807838bce09d', 1795024346802);
INSERT INTO toolcourt.audit VALUES (39, '{"at":1795024346853,"callId":"3632babd-0c89-43c7-bd7b-807838bce09d","code":"answered","connection_id":null,"contract":"sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8","correlation_id":"9d41730f-d273-4546-9405-b906eb537e73","fromCache":false,"kind":"call.closed","monotonic":3389.67,"ms":51.538,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","result":{"bytes":130,"digest":"sha256:0dd9ddac8e92e6e34cdc627c64a4dce6bdddf024acd496cbd4af2516d1ed0920"},"session_id":null,"shape":{"named":["number: number"]},"stage":"done","statement":"local-principal","status":"answered","target":{"address":"stdio","contract":"sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8","effect":"write","name":"close_ticket","server":"tickets"},"tool_id":"close_ticket"}', '9f6051f9eba62e627be342668c7224e4131742f4a66ec5faa555779ce1b2a39e', '3632babd-0c89-43c7-bd7b-807838bce09d', NULL);
INSERT INTO toolcourt.audit VALUES (40, '{"about":{"gateway":"b5a387f8-752b-48e8-890f-790e23690a04"},"at":1795024346906,"kind":"gateway.stopped","monotonic":3442.109}', 'c97ed81bf3a018ce7a13c376ac43eecb93a72b85a33d5ca3f1ff2d48573ec12a', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (41, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:dccc8e8216581bcc45a972b4441f8757c987d9f4683a977ab0970743184bc05c","gateway":"f9e97f95-e37f-4fb6-81a8-811d2409f5e6","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795024349360,"kind":"gateway.started","monotonic":2335.228}', 'a91a62c1f024e49dfeab284eb23ed90d38090efcb8804628d08cfd46e93c9d22', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (42, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":13,"digest":"sha256:7c445349efd10252e224efce9091e1394c7f442a1737c4d0732f9ac6f901bba7"},"at":1795024349895,"callId":"d2e35c41-1069-4c4a-b8d8-36621a02e86c","connection_id":null,"correlationId":"92cc9f92-a02d-4951-a624-809d6c4a25f1","correlation_id":"92cc9f92-a02d-4951-a624-809d6c4a25f1","kind":"call.opened","monotonic":2870.034,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"find_ticket","tool_id":"find_ticket","traceId":"2cf8db1d-e959-44ef-9842-2b9ac562c930"}', '3211cff89ed0a6d2883b39c4e5af0579563a5f6eb514d32f4cf5f42d58dcb9fc', 'd2e35c41-1069-4c4a-b8d8-36621a02e86c', 1795024349895);
INSERT INTO toolcourt.audit VALUES (43, '{"at":1795024349928,"callId":"d2e35c41-1069-4c4a-b8d8-36621a02e86c","code":"output-invalid","connection_id":null,"correlation_id":"92cc9f92-a02d-4951-a624-809d6c4a25f1","kind":"call.closed","monotonic":2902.898,"ms":32.864,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["number: number"]},"stage":"run","statement":"local-principal","status":"refused","target":{"address":"stdio","contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","effect":"write","name":"find_ticket","server":"tickets"},"tool_id":"find_ticket"}', '8372aa2bcb9508ce4808c90968438c0a1fd464a85e859141ae4796a6d1d99066', 'd2e35c41-1069-4c4a-b8d8-36621a02e86c', NULL);
INSERT INTO toolcourt.audit VALUES (44, '{"about":{"gateway":"f9e97f95-e37f-4fb6-81a8-811d2409f5e6"},"at":1795024349977,"kind":"gateway.stopped","monotonic":2951.645}', 'a392702c4fbb6bfe06fc63c2dcf52fa8c87a6f8de09b31a2eaddec233368b294', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (45, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:dccc8e8216581bcc45a972b4441f8757c987d9f4683a977ab0970743184bc05c","gateway":"fd7920b0-faca-47aa-8cdc-aebe89817464","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795024352350,"kind":"gateway.started","monotonic":2278.546}', 'fffc3611e0f653da5b15f369c4cc576c746968a4bd6aa9bd15df59bb7d7fc57f', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (46, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":13,"digest":"sha256:7b61b1cbcbcc385176c08b2244fb5d32aef168d90e43e48b5edd6c386307db30"},"at":1795024352903,"callId":"b0a096aa-fa37-43ae-ac69-29d0991c1e8e","connection_id":null,"correlationId":"526e1996-95a3-4fdd-845e-eb4544f49392","correlation_id":"526e1996-95a3-4fdd-845e-eb4544f49392","kind":"call.opened","monotonic":2831.936,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"find_ticket","tool_id":"find_ticket","traceId":"ace746ed-3f61-46b9-a881-6e693ab5d7ee"}', '688d367513f5703d84ce9159cf04ddcbfda4531326790cf08afe644d356ca75a', 'b0a096aa-fa37-43ae-ac69-29d0991c1e8e', 1795024352903);
INSERT INTO toolcourt.audit VALUES (47, '{"about":{"operator":"operator:root","version":"sha256:a79c0bd8bd7ce320cd97bd94c76a6c850ada44111ac2cbbe617c01c644dd3323"},"at":1795024354728,"kind":"policy.put","monotonic":1697.617}', 'd6c36fb79533a8ad25f39b662346f522b52ce8d6d90fe324c7acce9d46e16742', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (48, '{"about":{"by":"operator:root","id":"576752ce62675aba6bbc40a1","kind":"token","name":"shop","owner":"local"},"at":1795024356652,"kind":"connection.added","monotonic":1876.676}', 'f7f28a8c4bbe7896a1ebbc296f14e62ac537ab0cdc1e7259f6e400f7e810eca7', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (49, '{"about":{"by":"operator:root","id":"e466cc456f1b0fc0ea32cad4","kind":"token","name":"gone","owner":"local"},"at":1795024358157,"kind":"connection.added","monotonic":1453.269}', '5cabc9352dc0d8b5ba9bf9c74d967a7b5f162ad4209691e56490249f399044fc', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (50, '{"about":{"by":"operator:root","id":"e466cc456f1b0fc0ea32cad4","kind":"token","name":"gone","owner":"local"},"at":1795024359833,"kind":"connection.revoked","monotonic":1633.786}', '884b1429c6bb90e8878ee01cf68800061e62e1203245c03665afca238caf1003', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (51, '{"about":{"by":"operator:root","changed":2,"document":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","drafts":2,"gone":0,"notImported":0,"set":"shop"},"at":1795024361227,"kind":"draft.imported","monotonic":1433.773}', 'cc1763f51937d2410ba9b31cf4375f7966d841a4e097ec3ee3fa73d7f5c74816', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (52, '{"about":{"by":"operator:root","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","name":"get_order","set":"shop","version":1,"way":"imported"},"at":1795024361227,"kind":"draft.written","monotonic":1434.074}', '10e63afe5330f00079daac69983facb48001baaafad4323a45efcf6987387aa2', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (53, '{"about":{"by":"operator:root","digest":"sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b","name":"list_orders","set":"shop","version":1,"way":"imported"},"at":1795024361227,"kind":"draft.written","monotonic":1434.14}', '93d9e7e62672f06732d9aacf82c12ffc9bf81572b1d2773f037c2df4cc614b08', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (54, '{"about":{"by":"operator:root","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","name":"get_order","set":"shop","to":"approved","version":2},"at":1795024364698,"kind":"draft.decided","monotonic":1650.929}', '6ef9e117678672f05c7e44173f8ff074c35d38fcdd0a6cc4f628ff45d8162fdd', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (55, '{"about":{"by":"operator:root","contracts":"sha256:45760188c9dd8f027de63ef9c43301f8258fe86bd2a8afd59823daf5dc5295ae","expiresAt":1795027967093,"id":"c8c5726b11ede95a11267d94b8011519","principal":"5e289e59-e5fe-453e-bad4-6db2fcec9625","reason":"sha256:2cff9baabf56ca002610e113bc94deb6ededddfc3c130365b6e88ed5195bf774","server":"local","tool":"hello","tools":1,"uses":3},"at":1795024367093,"kind":"grant.given","monotonic":2343.938}', 'a7bb88f88f35e0e99c239ef429e9aa49a07808f2f70194eb294939d0879bd47f', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (56, '{"about":{"by":"operator:root","contracts":"sha256:45760188c9dd8f027de63ef9c43301f8258fe86bd2a8afd59823daf5dc5295ae","expiresAt":1795027969251,"id":"982fddc3e77147aea1c15493c0ff49e6","principal":"5e289e59-e5fe-453e-bad4-6db2fcec9625","reason":"sha256:325928dad748eb0ae3c41b0b54550f862e65478fe15e6619fa6eb4db290e6c4a","server":"local","tool":"hello","tools":1,"uses":3},"at":1795024369251,"kind":"grant.given","monotonic":2079.395}', 'f493d17385c03899351b1633fc15fb5d0e5faa7b7adaebebceef79809844987f', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (57, '{"about":{"by":"operator:root","id":"982fddc3e77147aea1c15493c0ff49e6","principal":"5e289e59-e5fe-453e-bad4-6db2fcec9625","server":"local"},"at":1795024372266,"kind":"grant.revoked","monotonic":1472.42}', 'c72ef4b7cdad04329b1ec6294eed8b08c56ae8ea4c1c4d2365e87ca13f28ee79', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (58, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:dccc8e8216581bcc45a972b4441f8757c987d9f4683a977ab0970743184bc05c","gateway":"c15e34cc-3e5f-4089-9abb-c777c3d37266","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795024374393,"kind":"gateway.started","monotonic":2070.927}', '0a91448c014a08c39237e1384ce61fd2ad2104ac704a6f84627096e457a8ba42', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (59, '{"about":{"gateway":"c15e34cc-3e5f-4089-9abb-c777c3d37266"},"at":1795024384513,"kind":"gateway.stopped","monotonic":12190.508}', 'd20f8fe29127b24403573e9184e1fee03b7848c37dcbfa43770c4346c85ded5f', NULL, NULL);


--
-- Data for Name: begun; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.begun VALUES ('b0a096aa-fa37-43ae-ac69-29d0991c1e8e', 46, 1795024352903);


--
-- Data for Name: begun_up_to; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.begun_up_to VALUES (1, 59);


--
-- Data for Name: checkpoints; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.checkpoints VALUES (6, 'toolcourt-01980286-843a-4434-8a46-f138ac42a031
6
ueIi7ybO4wbpQ8CuWS2XbDcIctv5+xZf+lvZ7iexONQ=

— toolcourt-01980286-843a-4434-8a46-f138ac42a031 uhUiATsL5eiMa7Fj14WiC/CmzMdGPndM2BJARKIvOBh1tWk9oVCNZRV2t3EKDyI06UuGy22lvhONXIn4qWKdxqlyQQE=
');
INSERT INTO toolcourt.checkpoints VALUES (13, 'toolcourt-01980286-843a-4434-8a46-f138ac42a031
13
RcpR7bP1ux8m2N+z7fyunvD7/UzY3AL5WHnVcsd6k8Y=

— toolcourt-01980286-843a-4434-8a46-f138ac42a031 uhUiAZPPPquyQ70SujRw/vigLZaITivfzkUDqGQYdncyphjNcnp1CCfWoTDF3E9gmU392jmNrMKXDntSAJFv1dTuMAI=
');
INSERT INTO toolcourt.checkpoints VALUES (18, 'toolcourt-01980286-843a-4434-8a46-f138ac42a031
18
ssVE92dlyl2C2UKWHr7Qk9AgDMGpTd1tBUQxpsXpaA8=

— toolcourt-01980286-843a-4434-8a46-f138ac42a031 uhUiAZ4boghJeMlQIxeU75X+smIZSfWoJ3NWBDWSDZoVzYs5b7y++CS95JkO3qEKNCY1y1Z+0zgjpVWZleQ+ryAj9g4=
');
INSERT INTO toolcourt.checkpoints VALUES (25, 'toolcourt-01980286-843a-4434-8a46-f138ac42a031
25
ry7ISimS5EJMO1hIoO2QFFYeStG9uhCfjAKx5GOkIwc=

— toolcourt-01980286-843a-4434-8a46-f138ac42a031 uhUiAc9CvnmQKowMP3kgIEcUR9HJ7SGTlS/Wr6A9LwQR4koWNNY/yZSOH6krAwI2t+IlvjvHwvA+xtSr8J1c3c2dsQ8=
');
INSERT INTO toolcourt.checkpoints VALUES (32, 'toolcourt-01980286-843a-4434-8a46-f138ac42a031
32
Mvged6QI5X761ckpxD0LsDUNEIJLD3dZodr8v7wjaaE=

— toolcourt-01980286-843a-4434-8a46-f138ac42a031 uhUiAeQ1CBHJ8UGRHtlCyunkQfhqKbW8kLAo52GBwqD+o9JriOevworYWvRetLa4VvjNBuxFCPPXfWa9nGV+YCbREwk=
');
INSERT INTO toolcourt.checkpoints VALUES (36, 'toolcourt-01980286-843a-4434-8a46-f138ac42a031
36
HAKg5tQfT/tc7pu0xjX64ut2hqhxRTCZOQItnmX8RBM=

— toolcourt-01980286-843a-4434-8a46-f138ac42a031 uhUiAYby0sViBQYgvsEbwa3EFXtlnQQXv9ZltAqoIKR8fKmn2M0K0v7HuYb+UfaYCbcrXywvn+tsNmJWr+T3/bOI5wg=
');
INSERT INTO toolcourt.checkpoints VALUES (40, 'toolcourt-01980286-843a-4434-8a46-f138ac42a031
40
ievDtHdKJPo/NtTLPvJF5r3NwarUWRH48uwc+f1qRTw=

— toolcourt-01980286-843a-4434-8a46-f138ac42a031 uhUiASoQkRDI7BqMKypHZmDFLA0oWK7C1zQC24iRSeEZMG/wOzsnuYcgKiRr+cBWlkCS85MsHpsXYlpUw3RpEQop3QM=
');
INSERT INTO toolcourt.checkpoints VALUES (44, 'toolcourt-01980286-843a-4434-8a46-f138ac42a031
44
/WzNxq2PmAk6XkMoqSlUihc4RAlfLkpV2qlVHx6jg4A=

— toolcourt-01980286-843a-4434-8a46-f138ac42a031 uhUiAa6eCcLBrhqdmrkxS8TEGHIQ4l4SfcWlOi9rXUOcZhM2iDLZTZHuv9/0nxJsSabD809U9Y1tHfJSv3iFE9w57AY=
');
INSERT INTO toolcourt.checkpoints VALUES (59, 'toolcourt-01980286-843a-4434-8a46-f138ac42a031
59
1MUWF/+agghPiLP5ykqiOr856pKRENgY3sDVCcypZF0=

— toolcourt-01980286-843a-4434-8a46-f138ac42a031 uhUiASLkWiMsMzH8aoDbmb6zS7TTEfz51uU9oVudlMYFrekwxrnOptrFFYGB9FoHfeAxXBdVtsxwrWAduwQzmN8BEQA=
');


--
-- Data for Name: connections; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.connections VALUES ('576752ce62675aba6bbc40a1', '', 'local', 'shop', 'active', 1, '{"kind":"token","origins":["https://api.example.com"],"users":"owner","levels":{},"tiers":[],"header":"authorization","prefix":"Bearer "}', '{"token":"tc1.1.VR67F6kMX_brrqboSKEtNRC2aBxIUcwDd0ogxW6APQbSMoCwt3Lz_q8dtZmYLhPVeg"}', 1795024356622, 1795024356622);
INSERT INTO toolcourt.connections VALUES ('e466cc456f1b0fc0ea32cad4', '', 'local', 'gone', 'revoked', 2, '{"kind":"token","origins":["https://api.example.com"],"users":"owner","levels":{},"tiers":[],"header":"authorization","prefix":"Bearer "}', '{}', 1795024358148, 1795024359832);


--
-- Data for Name: deliveries; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.deliveries VALUES ('archive', 58, '0a91448c014a08c39237e1384ce61fd2ad2104ac704a6f84627096e457a8ba42', NULL, 1795024382470, 10, '2983de3e-5286-493a-a95f-613a67267de2', 0);


--
-- Data for Name: draft_changes; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.draft_changes VALUES (1, 2);


--
-- Data for Name: drafts; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.drafts VALUES ('shop', 'list_orders', 1, 'sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b', 'pending', NULL, 1795024361227, '{"tool":{"name":"list_orders","description":"Lists all orders of the shop.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{}},"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":true},"_meta":{"dev.toolcourt/contract":{"effect":"read"}}},"operation":{"method":"GET","path":"/orders","base":{"origin":"https://api.example.com","path":""},"parameters":[],"response":{"contentType":"application/json","shape":"object"},"security":[]},"provenance":{"from":"shop.yaml","documentDigest":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","pointer":"/paths/~1orders/get","edition":"3.1","title":"Shop","version":"1.0"},"notes":[],"writtenBy":"operator:root","importedDigest":"sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b"}');
INSERT INTO toolcourt.drafts VALUES ('shop', 'get_order', 2, 'sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98', 'approved', '{"kind":"approved","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","by":"operator:root","at":1795024364698}', 1795024364698, '{"tool":{"name":"get_order","description":"Finds one order of the shop by its number.","inputSchema":{"type":"object","properties":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"description":"The number of the order."}},"required":["id"],"additionalProperties":false}},"required":["path"],"additionalProperties":false},"outputSchema":{"type":"object","required":["id","status"],"properties":{"id":{"type":"integer","description":"The number of the order."},"status":{"type":"string","description":"Where the order is."}}},"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":true},"_meta":{"dev.toolcourt/contract":{"effect":"read"}}},"operation":{"method":"GET","path":"/orders/{id}","base":{"origin":"https://api.example.com","path":""},"parameters":[{"place":"path","name":"id","style":"simple","explode":false}],"response":{"contentType":"application/json","shape":"object"},"security":[]},"provenance":{"from":"shop.yaml","documentDigest":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","pointer":"/paths/~1orders~1{id}/get","edition":"3.1","title":"Shop","version":"1.0"},"notes":[],"writtenBy":"operator:root","importedDigest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98"}');


--
-- Data for Name: grants; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.grants VALUES ('c8c5726b11ede95a11267d94b8011519', 'local', 'hello', '{"hello":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf"}', 'login:ada', NULL, NULL, 'Import', 3, 0, 'active', 'operator:root', NULL, 1795024367093, 1795027967093, NULL, NULL);
INSERT INTO toolcourt.grants VALUES ('982fddc3e77147aea1c15493c0ff49e6', 'local', 'hello', '{"hello":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf"}', 'login:ada', NULL, NULL, 'Mistake', 3, 0, 'revoked', 'operator:root', NULL, 1795024369251, 1795027969251, 'operator:root', 1795024372266);


--
-- Data for Name: key_checks; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.key_checks VALUES (1, '\x5b524389298ba50c710c911865781a1530dba8b56eec990d9e7853c9899c4404d22118dfb59e8c12d0f7b40f5938aae07126');


--
-- Data for Name: key_uses; Type: TABLE DATA; Schema: toolcourt; Owner: -
--



--
-- Data for Name: keys; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.keys VALUES ('', '576752ce62675aba6bbc40a1', 1, 1, '\x3be926b0fc0c5c4c39878ca41d3d7a1ee09f040c6cde584f2e9bdab6de8fb895da799be84b819192b4f10bb25e46f261f79cbe06c411deac08b02afb');
INSERT INTO toolcourt.keys VALUES ('', 'e466cc456f1b0fc0ea32cad4', 1, 1, '\xdb538a7f3cb09343dc0eb1d8d6439afd46bbfa4bb35f04ede5d652777892241d39d84f4e1eaed56e3ecd6b7974ae01ec41e375b84c486485e9f2287d');


--
-- Data for Name: migrations; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.migrations VALUES (1, '2026-11-18 17:51:52.099177+00');
INSERT INTO toolcourt.migrations VALUES (2, '2026-11-18 17:51:52.099177+00');
INSERT INTO toolcourt.migrations VALUES (3, '2026-11-18 17:51:52.099177+00');
INSERT INTO toolcourt.migrations VALUES (4, '2026-11-18 17:51:52.099177+00');
INSERT INTO toolcourt.migrations VALUES (5, '2026-11-18 17:51:52.099177+00');
INSERT INTO toolcourt.migrations VALUES (6, '2026-11-18 17:51:52.099177+00');
INSERT INTO toolcourt.migrations VALUES (7, '2026-11-18 17:51:52.099177+00');
INSERT INTO toolcourt.migrations VALUES (8, '2026-11-18 17:51:52.099177+00');
INSERT INTO toolcourt.migrations VALUES (9, '2026-11-18 17:51:52.099177+00');
INSERT INTO toolcourt.migrations VALUES (10, '2026-11-18 17:51:52.099177+00');
INSERT INTO toolcourt.migrations VALUES (11, '2026-11-18 17:51:52.099177+00');
INSERT INTO toolcourt.migrations VALUES (12, '2026-11-18 17:51:52.099177+00');
INSERT INTO toolcourt.migrations VALUES (13, '2026-11-18 17:51:52.099177+00');
INSERT INTO toolcourt.migrations VALUES (14, '2026-11-18 17:51:52.099177+00');


--
-- Data for Name: personal; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.personal VALUES ('fbd00e2090b548398913631433653d429bc702ced14ddd8721e9d9ba74c8132c', '5e289e59-e5fe-453e-bad4-6db2fcec9625', '0404d69d-48a7-410c-951b-70f5cf311be8', '"login:ada"');


--
-- Data for Name: policies; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.policies VALUES (1, 'sha256:a79c0bd8bd7ce320cd97bd94c76a6c850ada44111ac2cbbe617c01c644dd3323', 'version: 1
statements:
  - { id: here, effect: allow, kinds: [local], tools: ["*/*"] }
...
', 'operator:root', 1795024354728);


--
-- Data for Name: quarantine; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.quarantine VALUES ('3be82e1a-3510-42bf-9478-cae48787999e', 'd2e35c41-1069-4c4a-b8d8-36621a02e86c', '', 'tickets', 'find_ticket', 'sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82', 'output', '["/structuredContent/open: expected boolean"]', 1795024349927, 'c6b400f77c07394da465ce9e53779420deab005501aec06d302859f71a8a3be5', 0, 0, 124, '{"content":[{"type":"text","text":"{\"number\":13,\"open\":\"broken\"}"}],"structuredContent":{"number":13,"open":"broken"}}');


--
-- Data for Name: results; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.results VALUES ('d77a14d5-fb20-4057-91e4-717dbf8b1472', '', 'local', 'local', 'hello', 'sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf', 1795024320502, 'sha256:f2f74a6c4ca393d45db189da7844c334e5f70362472e6be78a7adc756fe0ed21', '{"content":[{"type":"text","text":"{\"message\":\"Hello, Ada!\",\"timestamp\":\"2026-11-18T17:52:00.485Z\"}"}],"isError":false,"structuredContent":{"message":"Hello, Ada!","timestamp":"2026-11-18T17:52:00.485Z"}}', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO toolcourt.results VALUES ('b3087b35-c525-4e9e-a907-3e5edcb4fea0', '', 'local', 'tickets', 'find_ticket', 'sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82', 1795024343255, 'sha256:e4c46576d303d5e1dbbe617bd48e0b53ae4d49e3dc12ca77452f1361c5163083', '{"content":[{"type":"text","text":"{\"number\":1,\"open\":true}"}],"isError":false,"structuredContent":{"number":1,"open":true}}', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO toolcourt.results VALUES ('3632babd-0c89-43c7-bd7b-807838bce09d', '', 'local', 'tickets', 'close_ticket', 'sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8', 1795024346854, 'sha256:0dd9ddac8e92e6e34cdc627c64a4dce6bdddf024acd496cbd4af2516d1ed0920', '{"content":[{"type":"text","text":"{\"number\":2,\"open\":false}"}],"isError":false,"structuredContent":{"number":2,"open":false}}', NULL, NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: results_forgotten; Type: TABLE DATA; Schema: toolcourt; Owner: -
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


