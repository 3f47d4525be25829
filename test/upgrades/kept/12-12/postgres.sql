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
-- Data for Name: approvals; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.approvals VALUES ('7de039f5bdf176efb0d192b452ecf845', '3bf999b1ca7931f5ab895c06518af9a69645fa4867675bf69db0e23452391452', '{"args_hash":"0ca56f392f82ad306de13098868519d3434cd1530a041aaca8350a1ad8e5cf5d","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795018913600,"id":"7de039f5bdf176efb0d192b452ecf845","max_uses":1,"nonce":"fc10976672b08a68fcc0e871d4f71046","not_before":1795018313600,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Ada"}', 'hello', 'local', '3a021e4e0ba5594c18f4c31b62a2c1652dd04b08711bd5f7efc446d6df060db7', 'operator', 'done', 1795018313600, 1795018913600, 'operator:root', 1795018325093, '9e226b72-a7f7-4402-bcf3-601b857355ae', NULL, 1, '[{"by":"operator:root","at":1795018325093}]');
INSERT INTO toolcourt.approvals VALUES ('69625ae8d7c24802e54896124a9db94c', '9f65c0c6dd0cdbc5c2dcb53372a15c0e94cd469be45a9986d74e2fa60e591592', '{"args_hash":"07ad3fe7994a820ac9d059b9ca2992b7798917e87ff532d141245a820ef242b7","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795018941643,"id":"69625ae8d7c24802e54896124a9db94c","max_uses":1,"nonce":"9a2f86c210257dde58e0e91d2deb6685","not_before":1795018341643,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Eve"}', 'hello', 'local', '4bffa43508e6b29fd7260816b747bac997a16a0e6e25de4262c2a3418a58dc6d', 'operator', 'denied', 1795018341643, 1795018941643, 'operator:root', 1795018354060, NULL, NULL, 1, '[]');
INSERT INTO toolcourt.approvals VALUES ('e0ee1dca2f563e7f92be15375dbef72e', 'c843a8f7a28234e4e9b58fda2b1081f201b70f02395a7b0955a4461941ca7113', '{"args_hash":"39fcdc14d0cb1d4c4e0fc96ffc0983fb2298057abe2635a3f93b23130ad6fc47","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795018960187,"id":"e0ee1dca2f563e7f92be15375dbef72e","max_uses":1,"nonce":"cf84e7dd42371dd0e89cf27c2b36c783","not_before":1795018360187,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Cleo"}', 'hello', 'local', '612832b74518f837fbbf6ceb7e41b6fee97e15961babfb4120a30e933dd1557a', 'operator', 'approved', 1795018360187, 1795018960187, 'operator:root', 1795018375319, NULL, NULL, 1, '[{"by":"operator:root","at":1795018375319}]');
INSERT INTO toolcourt.approvals VALUES ('d31485f01e05961c1b91ecc45dca672c', '356220842966384f408633faf655ed2c044684b8bbcad9bb2282bb903246bd69', '{"args_hash":"57bc2a781fd9d8a11ab161d02cc95795b5c5db21a364fb4b12109b7799996efe","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795018984878,"id":"d31485f01e05961c1b91ecc45dca672c","max_uses":1,"nonce":"285130d1f306aed5364b22bc6b280599","not_before":1795018384878,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Bob"}', 'hello', 'local', '6d060a11e1ea78ac6b18142f4003ccf33cb1b7c490774d04df3b2c0b49c738ad', 'operator', 'pending', 1795018384878, 1795018984878, NULL, NULL, NULL, NULL, 1, '[]');


--
-- Data for Name: audit; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.audit VALUES (1, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:fa32d77396967673b4c849579055434f268f9186db16de1d3452abd8cb43d52f","gateway":"0f3ec403-235d-421e-825d-e3a081447826","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795018312886,"kind":"gateway.started","monotonic":3078.931}', '64aee057a47c3f9a9b750bac962cad80556d880a4426a6828989368cfc47a016', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (2, '{"about":{"servers":2,"tools":2},"at":1795018313540,"kind":"lock.created","monotonic":3733.467}', 'ae990e2ab9df787ab89d4a77fd8ca5f9be20a59f4f9c5848555f40fc1b7cf7e6', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (3, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:88bab6d8f6dc68a877064d584cbb5b6c50e74f617ea50d81d3a53c2ee6ffbc4f"},"at":1795018313577,"callId":"e74e9fe5-973c-44b5-943d-3eb7f57c978c","connection_id":null,"correlationId":"1c39a5e9-17aa-40be-ad4d-0982426c9cc1","correlation_id":"1c39a5e9-17aa-40be-ad4d-0982426c9cc1","kind":"call.opened","monotonic":3770.733,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"a8e64c30-078d-4f3f-bc71-71657bd185ca"}', '8b0118babeab8826470a7c3dff7e47c2beaad4e3cebb7da14cc7a297c3f8550b', 'e74e9fe5-973c-44b5-943d-3eb7f57c978c', 1795018313577);
INSERT INTO toolcourt.audit VALUES (4, '{"about":{"digest":"3bf999b1ca7931f5ab895c06518af9a69645fa4867675bf69db0e23452391452","expiresAt":1795018913600,"from":"operator","id":"7de039f5bdf176efb0d192b452ecf845","requester":"local","tool":"hello"},"at":1795018313600,"kind":"approval.requested","monotonic":3794.49}', 'edc1baf214aef0c644e67b4259a37ca858e5886650a723a96d6f624c1916b798', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (5, '{"at":1795018313620,"callId":"e74e9fe5-973c-44b5-943d-3eb7f57c978c","code":"approval-required","connection_id":null,"correlation_id":"1c39a5e9-17aa-40be-ad4d-0982426c9cc1","kind":"call.closed","monotonic":3813.378,"ms":42.644,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(3)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', 'd06dd5bc115f8d088127b790cfb6065dfcd9933a5d24f1433040d9e1057b947c', 'e74e9fe5-973c-44b5-943d-3eb7f57c978c', NULL);
INSERT INTO toolcourt.audit VALUES (6, '{"about":{"gateway":"0f3ec403-235d-421e-825d-e3a081447826"},"at":1795018313695,"kind":"gateway.stopped","monotonic":3887.933}', '8f6b59be72e881f1e31db964ecf9049f774055c09927bc7dced6f8d2442d2a40', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (7, '{"about":{"by":"operator:root","digest":"3bf999b1ca7931f5ab895c06518af9a69645fa4867675bf69db0e23452391452","expiresAt":1795018913600,"from":"operator","id":"7de039f5bdf176efb0d192b452ecf845","requester":"local","tool":"hello"},"at":1795018320112,"kind":"approval.shown","monotonic":4330.821}', '5aabc13b47f0e6b047bbe2c95d377702e2028b51cc348cc877e724236f689189', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (8, '{"about":{"by":"operator:root","digest":"3bf999b1ca7931f5ab895c06518af9a69645fa4867675bf69db0e23452391452","expiresAt":1795018913600,"from":"operator","id":"7de039f5bdf176efb0d192b452ecf845","requester":"local","to":"approved","tool":"hello"},"at":1795018325093,"kind":"approval.decided","monotonic":4668.348}', 'af220e003a53674f77c95ef4d43fcf00f9b5735dd8fc9d469b51cbac7150ff26', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (9, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:fa32d77396967673b4c849579055434f268f9186db16de1d3452abd8cb43d52f","gateway":"0a2212e5-c7cc-41db-a1d4-0b66efe11aff","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795018333501,"kind":"gateway.started","monotonic":8305.66}', 'cf166fdecf363935db2e235ed6d46201e93f4c39c7a20293f2b3558a419dbbda', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (10, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:88bab6d8f6dc68a877064d584cbb5b6c50e74f617ea50d81d3a53c2ee6ffbc4f"},"at":1795018335584,"callId":"9e226b72-a7f7-4402-bcf3-601b857355ae","connection_id":null,"correlationId":"2462371e-efb9-4023-ba6e-c2936c1c0f12","correlation_id":"2462371e-efb9-4023-ba6e-c2936c1c0f12","kind":"call.opened","monotonic":10388.603,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"f18b28ef-5b6c-49b6-9511-cae8fd3e7cf8"}', 'f6582deb88122fb02de8ce4069a098889bad33ad63d3df98365de8e770a8e956', '9e226b72-a7f7-4402-bcf3-601b857355ae', 1795018335584);
INSERT INTO toolcourt.audit VALUES (11, '{"about":{"digest":"3bf999b1ca7931f5ab895c06518af9a69645fa4867675bf69db0e23452391452","expiresAt":1795018913600,"from":"operator","id":"7de039f5bdf176efb0d192b452ecf845","requester":"local","tool":"hello"},"at":1795018335604,"callId":"9e226b72-a7f7-4402-bcf3-601b857355ae","kind":"approval.consumed","monotonic":10409.044}', 'a99c3fc4b4c45b1a394dae0d600f7488a9bee0358b67e28aa48bdbbc4d17929f', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (12, '{"approval":{"digest":"3bf999b1ca7931f5ab895c06518af9a69645fa4867675bf69db0e23452391452","id":"7de039f5bdf176efb0d192b452ecf845"},"at":1795018335629,"callId":"9e226b72-a7f7-4402-bcf3-601b857355ae","code":"answered","connection_id":null,"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","correlation_id":"2462371e-efb9-4023-ba6e-c2936c1c0f12","fromCache":false,"kind":"call.closed","monotonic":10434.004,"ms":45.401,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","result":{"bytes":212,"digest":"sha256:f2d9cd14057205283f9a804fef56a6ddbda3b688fe1d98de2d15ced9c1987b0d"},"session_id":null,"shape":{"named":["name: string(3)"]},"stage":"done","statement":"local-principal","status":"answered","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', 'b6ff7078ab7edffe31bf42f184065acae5e20b1aaf23442e96035b3e979c65bf', '9e226b72-a7f7-4402-bcf3-601b857355ae', NULL);
INSERT INTO toolcourt.audit VALUES (13, '{"about":{"gateway":"0a2212e5-c7cc-41db-a1d4-0b66efe11aff"},"at":1795018335684,"kind":"gateway.stopped","monotonic":10488.506}', 'b08830b664dca2dc0c80b29bf1f295ef8d3c12bc6cd47b6baa282de49beb9346', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (14, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:fa32d77396967673b4c849579055434f268f9186db16de1d3452abd8cb43d52f","gateway":"b075ac17-d0b8-4d33-8028-ac32fead7ae0","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795018340340,"kind":"gateway.started","monotonic":4491.97}', '386d9af5bbcb8862dccd5f1f457c53a47140b5c2013a97d954ab8c24ff973e1c', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (15, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:c21ff8939a6666c29aa3e48c70342eed9a268846fc801b5aca851350e01deae3"},"at":1795018341519,"callId":"69d6fe45-a407-4aae-bc98-052532beeb85","connection_id":null,"correlationId":"57d95c18-4ff4-480e-8f59-4fde704c8cf4","correlation_id":"57d95c18-4ff4-480e-8f59-4fde704c8cf4","kind":"call.opened","monotonic":5671.117,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"ddd15466-c400-4d00-8700-69bb087ba9a6"}', '1cb2d503fd406659c6936e200c75e2a1154bc0ab1a702d683c8a2be417176dc9', '69d6fe45-a407-4aae-bc98-052532beeb85', 1795018341519);
INSERT INTO toolcourt.audit VALUES (16, '{"about":{"digest":"9f65c0c6dd0cdbc5c2dcb53372a15c0e94cd469be45a9986d74e2fa60e591592","expiresAt":1795018941643,"from":"operator","id":"69625ae8d7c24802e54896124a9db94c","requester":"local","tool":"hello"},"at":1795018341643,"kind":"approval.requested","monotonic":5802.964}', '4ddd3c3104cc1546c55b99e3f29cf558afe85879e7e7b02d21d72e4b5655dbe3', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (17, '{"at":1795018341739,"callId":"69d6fe45-a407-4aae-bc98-052532beeb85","code":"approval-required","connection_id":null,"correlation_id":"57d95c18-4ff4-480e-8f59-4fde704c8cf4","kind":"call.closed","monotonic":5890.531,"ms":219.414,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(3)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', '9aa407685d029971101c6a3cd2beb193b3a027f225e3e294a2769b821d3d2cdc', '69d6fe45-a407-4aae-bc98-052532beeb85', NULL);
INSERT INTO toolcourt.audit VALUES (18, '{"about":{"gateway":"b075ac17-d0b8-4d33-8028-ac32fead7ae0"},"at":1795018341837,"kind":"gateway.stopped","monotonic":5988.17}', '189c21bfa8c938e7f7a4966d7fa65f1bf5e4665bf17c9a90f2a37c54559497c3', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (19, '{"about":{"by":"operator:root","digest":"9f65c0c6dd0cdbc5c2dcb53372a15c0e94cd469be45a9986d74e2fa60e591592","expiresAt":1795018941643,"from":"operator","id":"69625ae8d7c24802e54896124a9db94c","requester":"local","tool":"hello"},"at":1795018349550,"kind":"approval.shown","monotonic":3764.931}', '2a956b6c3e9693732652eba37cc3771acf2058be62c859dad9078e927b3ea425', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (20, '{"about":{"by":"operator:root","digest":"9f65c0c6dd0cdbc5c2dcb53372a15c0e94cd469be45a9986d74e2fa60e591592","expiresAt":1795018941643,"from":"operator","id":"69625ae8d7c24802e54896124a9db94c","requester":"local","to":"denied","tool":"hello"},"at":1795018354060,"kind":"approval.decided","monotonic":4263.837}', '674104e2b4169f38e07057019233c07ff58b566f63a07654e4f24eb7f9f38be0', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (21, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:fa32d77396967673b4c849579055434f268f9186db16de1d3452abd8cb43d52f","gateway":"f34929ab-f8da-4302-9277-35b9206f4726","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795018358763,"kind":"gateway.started","monotonic":4569.474}', 'f782418ddd9cb32c18e6c72c89f5e9661e05a26e439279c5c8ca232f8f315ecd', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (22, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":15,"digest":"sha256:56b446afe3d8617a4a30a985b9e105fb117efd243a34f15ae531413774b663e4"},"at":1795018360145,"callId":"3ed9fbd1-282b-4c18-9ff5-b1641c7751ef","connection_id":null,"correlationId":"c7924ba5-5f93-468d-a1e2-f115c5bccdc2","correlation_id":"c7924ba5-5f93-468d-a1e2-f115c5bccdc2","kind":"call.opened","monotonic":5951.905,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"114f53bc-bc3b-4c45-b1d1-cad43e0a2a41"}', '04ac7cacfcdf22005ef6f6e5b15011d448d1462951c2d055f4a5e3feb99a6a64', '3ed9fbd1-282b-4c18-9ff5-b1641c7751ef', 1795018360145);
INSERT INTO toolcourt.audit VALUES (23, '{"about":{"digest":"c843a8f7a28234e4e9b58fda2b1081f201b70f02395a7b0955a4461941ca7113","expiresAt":1795018960187,"from":"operator","id":"e0ee1dca2f563e7f92be15375dbef72e","requester":"local","tool":"hello"},"at":1795018360187,"kind":"approval.requested","monotonic":5994.425}', 'c88a301eb586ff80e0c42a1e6337fc6731558d4fb851a4bfc3a2c6837155c75c', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (24, '{"at":1795018360200,"callId":"3ed9fbd1-282b-4c18-9ff5-b1641c7751ef","code":"approval-required","connection_id":null,"correlation_id":"c7924ba5-5f93-468d-a1e2-f115c5bccdc2","kind":"call.closed","monotonic":6006.926,"ms":55.021,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(4)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', 'af275cbb3c35696fa3a2df2a50c673637fe39709ac9e10ff9a4bc91b6fd17fa4', '3ed9fbd1-282b-4c18-9ff5-b1641c7751ef', NULL);
INSERT INTO toolcourt.audit VALUES (25, '{"about":{"gateway":"f34929ab-f8da-4302-9277-35b9206f4726"},"at":1795018360269,"kind":"gateway.stopped","monotonic":6075.861}', '2f6c239145f8faade606a9b3f00f95f399fda950a01efc756007d5f13699972e', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (26, '{"about":{"by":"operator:root","digest":"c843a8f7a28234e4e9b58fda2b1081f201b70f02395a7b0955a4461941ca7113","expiresAt":1795018960187,"from":"operator","id":"e0ee1dca2f563e7f92be15375dbef72e","requester":"local","tool":"hello"},"at":1795018369874,"kind":"approval.shown","monotonic":4686.884}', 'bc9c50805def0be9c756b666f1b366c1617df14886d37e2d97b45c8cb757c71e', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (27, '{"about":{"by":"operator:root","digest":"c843a8f7a28234e4e9b58fda2b1081f201b70f02395a7b0955a4461941ca7113","expiresAt":1795018960187,"from":"operator","id":"e0ee1dca2f563e7f92be15375dbef72e","requester":"local","to":"approved","tool":"hello"},"at":1795018375319,"kind":"approval.decided","monotonic":5293.56}', '4b5d520195f5daeef830d41dac317048c2342b535affb0477f74614dc17fecab', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (28, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:fa32d77396967673b4c849579055434f268f9186db16de1d3452abd8cb43d52f","gateway":"4c8834b8-0e1f-44eb-9353-2dfe79d04cb9","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795018382867,"kind":"gateway.started","monotonic":7404.594}', 'e04f0ad62bc909d36087a7b18b8943abd91f4f165f542e9d68d8a43e1bd2925d', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (29, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:840c3985f212fbe59d713f02acf464269bdb7abe7fcd66fb40d52320ef0da799"},"at":1795018384827,"callId":"292fbb86-2602-4201-b68e-de4df18aaaa5","connection_id":null,"correlationId":"b6f7fadc-5c57-44dc-b74f-d8a197526f8e","correlation_id":"b6f7fadc-5c57-44dc-b74f-d8a197526f8e","kind":"call.opened","monotonic":9364.238,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"fe55aa35-fb8d-4ff3-a8e3-a02f3751c003"}', '221c1aa25cd0a90a6912a6da7ed0a4b44061b7af1ac0f28a52704e64aff34e60', '292fbb86-2602-4201-b68e-de4df18aaaa5', 1795018384827);
INSERT INTO toolcourt.audit VALUES (30, '{"about":{"digest":"356220842966384f408633faf655ed2c044684b8bbcad9bb2282bb903246bd69","expiresAt":1795018984878,"from":"operator","id":"d31485f01e05961c1b91ecc45dca672c","requester":"local","tool":"hello"},"at":1795018384878,"kind":"approval.requested","monotonic":9416.031}', 'dbb433ba3792de6b1a98dfd71ff531466dfac8aa6d141de9ada74c10c3802d4f', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (31, '{"at":1795018384902,"callId":"292fbb86-2602-4201-b68e-de4df18aaaa5","code":"approval-required","connection_id":null,"correlation_id":"b6f7fadc-5c57-44dc-b74f-d8a197526f8e","kind":"call.closed","monotonic":9438.857,"ms":74.619,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(3)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', 'e2fe340fa570c65811134888623125900bbe855e7d32074ffdbe9ef12ee51c96', '292fbb86-2602-4201-b68e-de4df18aaaa5', NULL);
INSERT INTO toolcourt.audit VALUES (32, '{"about":{"gateway":"4c8834b8-0e1f-44eb-9353-2dfe79d04cb9"},"at":1795018384960,"kind":"gateway.stopped","monotonic":9496.995}', '20cb87a7eea0f7fc72159d30e2d625ba238be23e6bff71deba081bcf37876063', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (33, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:fa32d77396967673b4c849579055434f268f9186db16de1d3452abd8cb43d52f","gateway":"c39159f3-4ee9-4209-bf08-a26127637c93","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795018393053,"kind":"gateway.started","monotonic":7917.525}', '3fa7a31f192626f7dbfc045b0d0d1ab152b6393f26c3525ac32cc6e59caf4cc9', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (34, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":12,"digest":"sha256:3d6a916e86efba9105154ea95dda8d8da47df173d931c23e7a346c7babd81a3e"},"at":1795018394839,"callId":"f7b562ff-04c3-494d-bde5-b0926e3e2aed","connection_id":null,"correlationId":"0367c40e-55aa-447a-b87f-0213eabc382b","correlation_id":"0367c40e-55aa-447a-b87f-0213eabc382b","kind":"call.opened","monotonic":9703.645,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"find_ticket","tool_id":"find_ticket","traceId":"638a4fab-c4f7-4f96-aa21-547d36132872"}', '811c2bba753d54d8d51f5f091a880a9e567257330b25125c73e2954b007e9c68', 'f7b562ff-04c3-494d-bde5-b0926e3e2aed', 1795018394839);
INSERT INTO toolcourt.audit VALUES (35, '{"at":1795018394893,"callId":"f7b562ff-04c3-494d-bde5-b0926e3e2aed","code":"answered","connection_id":null,"contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","correlation_id":"0367c40e-55aa-447a-b87f-0213eabc382b","fromCache":false,"kind":"call.closed","monotonic":9758.02,"ms":54.375,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","result":{"bytes":128,"digest":"sha256:e4c46576d303d5e1dbbe617bd48e0b53ae4d49e3dc12ca77452f1361c5163083"},"session_id":null,"shape":{"named":["number: number"]},"stage":"done","statement":"local-principal","status":"answered","target":{"address":"stdio","contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","effect":"write","name":"find_ticket","server":"tickets"},"tool_id":"find_ticket"}', '7645cc7e673ae3b91b8117de39e1c0d515123ea0a63bacddb99a64c8ea27a761', 'f7b562ff-04c3-494d-bde5-b0926e3e2aed', NULL);
INSERT INTO toolcourt.audit VALUES (36, '{"about":{"gateway":"c39159f3-4ee9-4209-bf08-a26127637c93"},"at":1795018395012,"kind":"gateway.stopped","monotonic":9876.443}', 'ead84d9a168738afc951b862355a1bb8c5a693ed1c885900d8505cc2ba12c7f3', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (37, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:fa32d77396967673b4c849579055434f268f9186db16de1d3452abd8cb43d52f","gateway":"ed564845-6c42-4a99-87a3-51b16140edde","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795018400792,"kind":"gateway.started","monotonic":5376.743}', 'bbeee86c291b18346d80fe49cbdb557cf9f3f64602346e3e9abe0c9064a0c8cd', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (38, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":12,"digest":"sha256:d65dc375f554b634c774bcc6f8a2ce6e23f41d2641c9b19453755d3dc8546f01"},"at":1795018401926,"callId":"ac19d2bb-da40-4607-aae1-d7a054fc80c4","connection_id":null,"correlationId":"e977e5f2-54bb-483d-8241-254469013ed6","correlation_id":"e977e5f2-54bb-483d-8241-254469013ed6","kind":"call.opened","monotonic":6510.987,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"close_ticket","tool_id":"close_ticket","traceId":"97f98e71-bc46-4c98-9373-eaea0921d40d"}', 'fa30b39d9fad95b7bc0a98281918a17e76feb128d6d8100c4cb24085548a415b', 'ac19d2bb-da40-4607-aae1-d7a054fc80c4', 1795018401926);
INSERT INTO toolcourt.audit VALUES (39, '{"at":1795018401980,"callId":"ac19d2bb-da40-4607-aae1-d7a054fc80c4","code":"answered","connection_id":null,"contract":"sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8","correlation_id":"e977e5f2-54bb-483d-8241-254469013ed6","fromCache":false,"kind":"call.closed","monotonic":6564.906,"ms":53.919,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","result":{"bytes":130,"digest":"sha256:0dd9ddac8e92e6e34cdc627c64a4dce6bdddf024acd496cbd4af2516d1ed0920"},"session_id":null,"shape":{"named":["number: number"]},"stage":"done","statement":"local-principal","status":"answered","target":{"address":"stdio","contract":"sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8","effect":"write","name":"close_ticket","server":"tickets"},"tool_id":"close_ticket"}', '2d16601b166e594e7a803cfb6a940a32a28482302201ce1ebab6f2c080fa1613', 'ac19d2bb-da40-4607-aae1-d7a054fc80c4', NULL);
INSERT INTO toolcourt.audit VALUES (40, '{"about":{"gateway":"ed564845-6c42-4a99-87a3-51b16140edde"},"at":1795018402088,"kind":"gateway.stopped","monotonic":6672.909}', '3d6a1ed7f180cfd782665b26e02c899829fec1657d67a329a9153969e07e8947', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (41, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:fa32d77396967673b4c849579055434f268f9186db16de1d3452abd8cb43d52f","gateway":"a25d0c65-3568-42df-88a9-4e63aafd2a46","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795018407325,"kind":"gateway.started","monotonic":5029.018}', '7473ba267dc3ffbdf7bf1f95ef8501c1e888ff83ab1719f0a912b9a9cc346d6c', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (42, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":13,"digest":"sha256:7c445349efd10252e224efce9091e1394c7f442a1737c4d0732f9ac6f901bba7"},"at":1795018408719,"callId":"012512c7-78ac-4cd6-96e0-e9e560d13c39","connection_id":null,"correlationId":"87584934-9617-4e04-971d-87962dab8dc1","correlation_id":"87584934-9617-4e04-971d-87962dab8dc1","kind":"call.opened","monotonic":6423.364,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"find_ticket","tool_id":"find_ticket","traceId":"1379b72a-2684-43be-a9a6-68c010cc9381"}', 'f9338f418558abb88d6d70c7e167cf64f47481a827d829f31ce78d9ec0862670', '012512c7-78ac-4cd6-96e0-e9e560d13c39', 1795018408719);
INSERT INTO toolcourt.audit VALUES (43, '{"at":1795018408917,"callId":"012512c7-78ac-4cd6-96e0-e9e560d13c39","code":"output-invalid","connection_id":null,"correlation_id":"87584934-9617-4e04-971d-87962dab8dc1","kind":"call.closed","monotonic":6621.311,"ms":197.947,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["number: number"]},"stage":"run","statement":"local-principal","status":"refused","target":{"address":"stdio","contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","effect":"write","name":"find_ticket","server":"tickets"},"tool_id":"find_ticket"}', 'ae92b97c8124e481629cdda2380ff886586af8196cf348de17add5bdf9ceb9d9', '012512c7-78ac-4cd6-96e0-e9e560d13c39', NULL);
INSERT INTO toolcourt.audit VALUES (44, '{"about":{"gateway":"a25d0c65-3568-42df-88a9-4e63aafd2a46"},"at":1795018409166,"kind":"gateway.stopped","monotonic":6870.778}', '29c9009a84e9b4937d125d7c9059fa28857ae73f35bdef191b858496c0c970a6', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (45, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:fa32d77396967673b4c849579055434f268f9186db16de1d3452abd8cb43d52f","gateway":"eed72c8f-d986-47e4-9ff2-2d2c9cb6797d","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795018416486,"kind":"gateway.started","monotonic":7134.777}', '296994b0ff8d556ba1b4ba9fed08f9692e862cdee70f37b5eb064229f89e5b41', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (46, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":13,"digest":"sha256:7b61b1cbcbcc385176c08b2244fb5d32aef168d90e43e48b5edd6c386307db30"},"at":1795018417606,"callId":"210d61e0-bc49-4975-93f4-072b295b22cf","connection_id":null,"correlationId":"88e23bd8-8046-439d-bb60-ebd61720f754","correlation_id":"88e23bd8-8046-439d-bb60-ebd61720f754","kind":"call.opened","monotonic":8255.035,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"find_ticket","tool_id":"find_ticket","traceId":"86b7d496-3f1f-4706-901e-65625b9187b0"}', 'f5f9d02bc12c882a30c0e2cd4fee67e4581774f77af52c926e0b9b0f6583a540', '210d61e0-bc49-4975-93f4-072b295b22cf', 1795018417606);
INSERT INTO toolcourt.audit VALUES (47, '{"about":{"operator":"operator:root","version":"sha256:a79c0bd8bd7ce320cd97bd94c76a6c850ada44111ac2cbbe617c01c644dd3323"},"at":1795018422872,"kind":"policy.put","monotonic":5128.497}', 'ed136f84dec4f81c5b2623c04fd804dc584f320a95597c4581807100d6e54712', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (48, '{"about":{"by":"operator:root","id":"1593408d24c42c23ce74fac4","kind":"token","name":"shop","owner":"local"},"at":1795018428015,"kind":"connection.added","monotonic":4995.86}', 'ac6c8a82a8a54fdad906fe4d7272f12cf211d81d7afd4ba5333e597ba38081ce', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (49, '{"about":{"by":"operator:root","id":"d249b35c4f0a27489a5fd5bf","kind":"token","name":"gone","owner":"local"},"at":1795018434802,"kind":"connection.added","monotonic":6557.674}', '54f68dbab854d91b11ceeed6e33d5ae0560447a42a7bfde2efa5d3c27b324ced', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (50, '{"about":{"by":"operator:root","id":"d249b35c4f0a27489a5fd5bf","kind":"token","name":"gone","owner":"local"},"at":1795018441163,"kind":"connection.revoked","monotonic":5946.582}', 'f69ca06e6dbb3227369615ff09dcbe67b10817df80ba96831262d6ac93669293', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (51, '{"about":{"by":"operator:root","changed":2,"document":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","drafts":2,"gone":0,"notImported":0,"set":"shop"},"at":1795018445307,"kind":"draft.imported","monotonic":4131.781}', '7519d060ecb1b6a54079bbebbae6ea1ab394c1b140e880072dc11bda5032274c', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (52, '{"about":{"by":"operator:root","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","name":"get_order","set":"shop","version":1,"way":"imported"},"at":1795018445307,"kind":"draft.written","monotonic":4132.101}', '466d2424886ae8f461fc382e933141b6daa2182316baa92372b45457cf87b5f4', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (53, '{"about":{"by":"operator:root","digest":"sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b","name":"list_orders","set":"shop","version":1,"way":"imported"},"at":1795018445307,"kind":"draft.written","monotonic":4132.172}', '1b073844cf4eb7a8aa7d86cba8f7973b64f95c146604c1071a16700f6f351a70', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (54, '{"about":{"by":"operator:root","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","name":"get_order","set":"shop","to":"approved","version":2},"at":1795018458195,"kind":"draft.decided","monotonic":7195.532}', '9138b0f6c67e0eb8765246165ef363754f5ac7f888e75b50c65812deddc8c5fc', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (55, '{"about":{"by":"operator:root","contracts":"sha256:45760188c9dd8f027de63ef9c43301f8258fe86bd2a8afd59823daf5dc5295ae","expiresAt":1795022071231,"id":"c8e7dff8400de13efa972e60ebfd667e","principal":"30360f74-a890-42b0-9eda-0bb6404a6608","reason":"sha256:2cff9baabf56ca002610e113bc94deb6ededddfc3c130365b6e88ed5195bf774","server":"local","tool":"hello","tools":1,"uses":3},"at":1795018471231,"kind":"grant.given","monotonic":12944.966}', '173664088a5827e44637d5fd6e5614f72346212e6c2fba277c182e7917dbc242', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (56, '{"about":{"by":"operator:root","contracts":"sha256:45760188c9dd8f027de63ef9c43301f8258fe86bd2a8afd59823daf5dc5295ae","expiresAt":1795022076687,"id":"6a0c87893d57020ae61783a47ed3b5ac","principal":"30360f74-a890-42b0-9eda-0bb6404a6608","reason":"sha256:325928dad748eb0ae3c41b0b54550f862e65478fe15e6619fa6eb4db290e6c4a","server":"local","tool":"hello","tools":1,"uses":3},"at":1795018476687,"kind":"grant.given","monotonic":5220.285}', '98b4b0d4771e3368ee2d07af0e8e8e20db2f85829a225e2e8a6911cb50faf96b', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (57, '{"about":{"by":"operator:root","id":"6a0c87893d57020ae61783a47ed3b5ac","principal":"30360f74-a890-42b0-9eda-0bb6404a6608","server":"local"},"at":1795018485961,"kind":"grant.revoked","monotonic":5169.463}', '9f3b2f6f6b78d93be0d2ccff84212cee22b058b9227218657f228b7d611fe1bb', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (58, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:fa32d77396967673b4c849579055434f268f9186db16de1d3452abd8cb43d52f","gateway":"13de25c5-f33e-418f-9fec-42adeab67f62","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795018501919,"kind":"gateway.started","monotonic":15564.911}', '9cf9f0db2b97c2bbfc306b56c521c6b823b8fa858c4b31fb4fb59da77bb93f0b', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (59, '{"about":{"gateway":"13de25c5-f33e-418f-9fec-42adeab67f62"},"at":1795018505114,"kind":"gateway.stopped","monotonic":18759.679}', 'f3d0a9545a17763109f409895bb2862e1f6d8dc1bb2c97e79df9d54c65aa9d91', NULL, NULL);


--
-- Data for Name: begun; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.begun VALUES ('210d61e0-bc49-4975-93f4-072b295b22cf', 46, 1795018417606);


--
-- Data for Name: begun_up_to; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.begun_up_to VALUES (1, 59);


--
-- Data for Name: checkpoints; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.checkpoints VALUES (6, 'toolcourt-c41669a6-2eb8-44b0-b8b2-4270595fc90b
6
DLEEMNbo5C5UO9bgWtMSaIbgJohB3ZHgSYRVpv+7NIY=

— toolcourt-c41669a6-2eb8-44b0-b8b2-4270595fc90b ZbpT5tGyq8g+fxzsDiB5YH871BiFNb+OBhEX8u3bJBZ2n6Hv3gEVsGoRwd7H5EotuYTwHbxyogDHSR+W53ndAyUfvgU=
');
INSERT INTO toolcourt.checkpoints VALUES (13, 'toolcourt-c41669a6-2eb8-44b0-b8b2-4270595fc90b
13
OcqBTMI9p43RLBxPy0jb30P4GTyh3xTkBl8ehHOHQ1E=

— toolcourt-c41669a6-2eb8-44b0-b8b2-4270595fc90b ZbpT5sX1V9PgqZw4j+gXm4eyyZygsVyK2AD0HhiPMbXXPmtSLgIYKnxkuOZ33El4yF3qnqLd1EslL7j+peZZPRgLzwM=
');
INSERT INTO toolcourt.checkpoints VALUES (18, 'toolcourt-c41669a6-2eb8-44b0-b8b2-4270595fc90b
18
bvtedhlM9TZqyVj8EsGx4XCW+dOyfJxpDRr1OK25ZOE=

— toolcourt-c41669a6-2eb8-44b0-b8b2-4270595fc90b ZbpT5iNoLMi6u9Tt70buQRgxFUuI3+Ut4TPBkd6f8g2z4RFSDD4NiYw3rqp2/tp+5EBZbtuIDRtmsZinkr/JbmNXTgk=
');
INSERT INTO toolcourt.checkpoints VALUES (25, 'toolcourt-c41669a6-2eb8-44b0-b8b2-4270595fc90b
25
ase8ccXLYixKwVC9+kijOWaPyGVNDpnBpYII3H3Zw/Q=

— toolcourt-c41669a6-2eb8-44b0-b8b2-4270595fc90b ZbpT5hiDwdjnv4mFk/go3pL8GlcW/fmtcbfVn5zNR3ta2YzmKcQD8hu/F6hFopsTaCHPpzfISGqUijIf0eE8pibjUAs=
');
INSERT INTO toolcourt.checkpoints VALUES (32, 'toolcourt-c41669a6-2eb8-44b0-b8b2-4270595fc90b
32
rUB/aQWKrzJZ7o5BKQkWkdWI82ohQ8rEsqJ0F3TpXZg=

— toolcourt-c41669a6-2eb8-44b0-b8b2-4270595fc90b ZbpT5shqrBByW8E2P/b0dNg9NsxT96SZ1K0uu4YRKbQwNrao29/EdflPomPieuRa+T59F058fwxCVrpmQpI7kbI0hw0=
');
INSERT INTO toolcourt.checkpoints VALUES (36, 'toolcourt-c41669a6-2eb8-44b0-b8b2-4270595fc90b
36
GaocTjmlUjVSBSZZElH6+pXZPExBM/nJwYn4IxecudM=

— toolcourt-c41669a6-2eb8-44b0-b8b2-4270595fc90b ZbpT5nuuFkCGXexj2VdFHa0QtNQV96p9RUDp8SztvuFvnHJVCCc4sw5hWtVwxOu1PQqXALWJLcH5m7cLLHSK9ws3cg8=
');
INSERT INTO toolcourt.checkpoints VALUES (40, 'toolcourt-c41669a6-2eb8-44b0-b8b2-4270595fc90b
40
mguQXBOMEk+soJPrIRqZlNxMr+wDO1TQNu33uJ9DAn8=

— toolcourt-c41669a6-2eb8-44b0-b8b2-4270595fc90b ZbpT5q53CJbDvvYEeSBb7PaiPQmymjS7gTjbBqZWUrtalLwqQVWAjZbBOInwGXnTa02MLJbLJwOsrdH2JZ6wzxs0igU=
');
INSERT INTO toolcourt.checkpoints VALUES (44, 'toolcourt-c41669a6-2eb8-44b0-b8b2-4270595fc90b
44
FN8kZsDEz/DrZNoP1SAv1BqNojuqb91aq+dhAoNyKOA=

— toolcourt-c41669a6-2eb8-44b0-b8b2-4270595fc90b ZbpT5jUkoDO9SlSbRMvVskS8wTua3XuBFa1uOrPcAygkT59iIhi2s8b1sgEQKKk5bGc+3X6Uyr5oBKFTx7sTjY9RkAQ=
');
INSERT INTO toolcourt.checkpoints VALUES (59, 'toolcourt-c41669a6-2eb8-44b0-b8b2-4270595fc90b
59
RxiDLXKz9vnkC7vGvnQCblQhXar/hmAb1R9woRRh4fo=

— toolcourt-c41669a6-2eb8-44b0-b8b2-4270595fc90b ZbpT5qRL3oSAw9P0235mM2pFZrxTBr4ZvmvjFbFa9pG1yeRqKFszL3ho5Cer2tH+gTWdzgw3QmZa2nZR/Uu/SKK8Uwk=
');


--
-- Data for Name: connections; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.connections VALUES ('1593408d24c42c23ce74fac4', '', 'local', 'shop', 'active', 1, '{"kind":"token","origins":["https://api.example.com"],"users":"owner","levels":{},"tiers":[],"header":"authorization","prefix":"Bearer "}', '{"token":"tc1.1.qCUT3Y9bLxbThfQLdzuvkl5mwCLS9SXFp0L1OS9VK4nCvous125YSGLjE9mR0mUScw"}', 1795018427978, 1795018427978);
INSERT INTO toolcourt.connections VALUES ('d249b35c4f0a27489a5fd5bf', '', 'local', 'gone', 'revoked', 2, '{"kind":"token","origins":["https://api.example.com"],"users":"owner","levels":{},"tiers":[],"header":"authorization","prefix":"Bearer "}', '{}', 1795018434775, 1795018441162);


--
-- Data for Name: deliveries; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.deliveries VALUES ('archive', 0, NULL, 'It answered without the last stored row. Expected {"row": <number>, "hash": <text>}.', 1795018501643, 10, 'd1c3e4e1-64b3-4c34-abb0-a0e2a7cf6a39', 0);


--
-- Data for Name: draft_changes; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.draft_changes VALUES (1, 2);


--
-- Data for Name: drafts; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.drafts VALUES ('shop', 'list_orders', 1, 'sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b', 'pending', NULL, 1795018445307, '{"tool":{"name":"list_orders","description":"Lists all orders of the shop.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{}},"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":true},"_meta":{"dev.toolcourt/contract":{"effect":"read"}}},"operation":{"method":"GET","path":"/orders","base":{"origin":"https://api.example.com","path":""},"parameters":[],"response":{"contentType":"application/json","shape":"object"},"security":[]},"provenance":{"from":"shop.yaml","documentDigest":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","pointer":"/paths/~1orders/get","edition":"3.1","title":"Shop","version":"1.0"},"notes":[],"writtenBy":"operator:root","importedDigest":"sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b"}');
INSERT INTO toolcourt.drafts VALUES ('shop', 'get_order', 2, 'sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98', 'approved', '{"kind":"approved","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","by":"operator:root","at":1795018458195}', 1795018458195, '{"tool":{"name":"get_order","description":"Finds one order of the shop by its number.","inputSchema":{"type":"object","properties":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"description":"The number of the order."}},"required":["id"],"additionalProperties":false}},"required":["path"],"additionalProperties":false},"outputSchema":{"type":"object","required":["id","status"],"properties":{"id":{"type":"integer","description":"The number of the order."},"status":{"type":"string","description":"Where the order is."}}},"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":true},"_meta":{"dev.toolcourt/contract":{"effect":"read"}}},"operation":{"method":"GET","path":"/orders/{id}","base":{"origin":"https://api.example.com","path":""},"parameters":[{"place":"path","name":"id","style":"simple","explode":false}],"response":{"contentType":"application/json","shape":"object"},"security":[]},"provenance":{"from":"shop.yaml","documentDigest":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","pointer":"/paths/~1orders~1{id}/get","edition":"3.1","title":"Shop","version":"1.0"},"notes":[],"writtenBy":"operator:root","importedDigest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98"}');


--
-- Data for Name: grants; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.grants VALUES ('c8e7dff8400de13efa972e60ebfd667e', 'local', 'hello', '{"hello":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf"}', 'login:ada', NULL, NULL, 'Import', 3, 0, 'active', 'operator:root', NULL, 1795018471231, 1795022071231, NULL, NULL);
INSERT INTO toolcourt.grants VALUES ('6a0c87893d57020ae61783a47ed3b5ac', 'local', 'hello', '{"hello":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf"}', 'login:ada', NULL, NULL, 'Mistake', 3, 0, 'revoked', 'operator:root', NULL, 1795018476687, 1795022076687, 'operator:root', 1795018485961);


--
-- Data for Name: key_checks; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.key_checks VALUES (1, '\xd1fda2937fed53700e9fc305a1f11dff1c28201726f5400e0b08480728011115ab4953746965ae3ac358bba433e86a77a3d8');


--
-- Data for Name: keys; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.keys VALUES ('', '1593408d24c42c23ce74fac4', 1, 1, '\xa4ffc72a7589d35500c7e158c1fb28eab5e60c8b23b2d84329016e8a97c878d482bd2e19a03a049ffc5d4a324d0e15ab6389606102563029fad2a222');
INSERT INTO toolcourt.keys VALUES ('', 'd249b35c4f0a27489a5fd5bf', 1, 1, '\xac90d6f84e16da21da52c01b480f3918e1ff4bd17ea311a8f9f1154a5c437aed0df344577a2be35b5c3eb09f9af856fb35a75342089d880df65acf1b');


--
-- Data for Name: migrations; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.migrations VALUES (1, '2026-11-18 16:11:52.674599+00');
INSERT INTO toolcourt.migrations VALUES (2, '2026-11-18 16:11:52.674599+00');
INSERT INTO toolcourt.migrations VALUES (3, '2026-11-18 16:11:52.674599+00');
INSERT INTO toolcourt.migrations VALUES (4, '2026-11-18 16:11:52.674599+00');
INSERT INTO toolcourt.migrations VALUES (5, '2026-11-18 16:11:52.674599+00');
INSERT INTO toolcourt.migrations VALUES (6, '2026-11-18 16:11:52.674599+00');
INSERT INTO toolcourt.migrations VALUES (7, '2026-11-18 16:11:52.674599+00');
INSERT INTO toolcourt.migrations VALUES (8, '2026-11-18 16:11:52.674599+00');
INSERT INTO toolcourt.migrations VALUES (9, '2026-11-18 16:11:52.674599+00');
INSERT INTO toolcourt.migrations VALUES (10, '2026-11-18 16:11:52.674599+00');
INSERT INTO toolcourt.migrations VALUES (11, '2026-11-18 16:11:52.674599+00');
INSERT INTO toolcourt.migrations VALUES (12, '2026-11-18 16:11:52.674599+00');


--
-- Data for Name: personal; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.personal VALUES ('fbd00e2090b548398913631433653d429bc702ced14ddd8721e9d9ba74c8132c', '30360f74-a890-42b0-9eda-0bb6404a6608', 'ce9da17b-e822-41be-ae56-11eaee4995a6', '"login:ada"');


--
-- Data for Name: policies; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.policies VALUES (1, 'sha256:a79c0bd8bd7ce320cd97bd94c76a6c850ada44111ac2cbbe617c01c644dd3323', 'version: 1
statements:
  - { id: here, effect: allow, kinds: [local], tools: ["*/*"] }
...
', 'operator:root', 1795018422872);


--
-- Data for Name: quarantine; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.quarantine VALUES ('ec3d8689-ece0-48f1-9183-1ea2f5618130', '012512c7-78ac-4cd6-96e0-e9e560d13c39', '', 'tickets', 'find_ticket', 'sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82', 'output', '["/structuredContent/open: expected boolean"]', 1795018408915, 'c6b400f77c07394da465ce9e53779420deab005501aec06d302859f71a8a3be5', 0, 0, 124, '{"content":[{"type":"text","text":"{\"number\":13,\"open\":\"broken\"}"}],"structuredContent":{"number":13,"open":"broken"}}');


--
-- Data for Name: results; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.results VALUES ('9e226b72-a7f7-4402-bcf3-601b857355ae', '', 'local', 'local', 'hello', 'sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf', 1795018335630, 'sha256:f2d9cd14057205283f9a804fef56a6ddbda3b688fe1d98de2d15ced9c1987b0d', '{"content":[{"type":"text","text":"{\"message\":\"Hello, Ada!\",\"timestamp\":\"2026-11-18T16:12:15.618Z\"}"}],"isError":false,"structuredContent":{"message":"Hello, Ada!","timestamp":"2026-11-18T16:12:15.618Z"}}', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO toolcourt.results VALUES ('f7b562ff-04c3-494d-bde5-b0926e3e2aed', '', 'local', 'tickets', 'find_ticket', 'sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82', 1795018394907, 'sha256:e4c46576d303d5e1dbbe617bd48e0b53ae4d49e3dc12ca77452f1361c5163083', '{"content":[{"type":"text","text":"{\"number\":1,\"open\":true}"}],"isError":false,"structuredContent":{"number":1,"open":true}}', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO toolcourt.results VALUES ('ac19d2bb-da40-4607-aae1-d7a054fc80c4', '', 'local', 'tickets', 'close_ticket', 'sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8', 1795018401981, 'sha256:0dd9ddac8e92e6e34cdc627c64a4dce6bdddf024acd496cbd4af2516d1ed0920', '{"content":[{"type":"text","text":"{\"number\":2,\"open\":false}"}],"isError":false,"structuredContent":{"number":2,"open":false}}', NULL, NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: results_forgotten; Type: TABLE DATA; Schema: toolcourt; Owner: -
--



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


