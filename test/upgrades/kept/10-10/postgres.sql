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

INSERT INTO toolcourt.approvals VALUES ('9bb5c5891c1a13d3ade6423e98cc9704', '82a678c3a63172ddd0f603d24d78b53ca614a05dc2455e7045c7b47dba998201', '{"args_hash":"0ca56f392f82ad306de13098868519d3434cd1530a041aaca8350a1ad8e5cf5d","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795018906235,"id":"9bb5c5891c1a13d3ade6423e98cc9704","max_uses":1,"nonce":"456633db6a65d7dae831dd91925b3f43","not_before":1795018306235,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Ada"}', 'hello', 'local', '3a021e4e0ba5594c18f4c31b62a2c1652dd04b08711bd5f7efc446d6df060db7', 'operator', 'done', 1795018306235, 1795018906235, 'operator:root', 1795018312277, 'c5e2b9cd-a8a6-4014-9a83-59ebc3f14110', NULL, 1, '[{"by":"operator:root","at":1795018312277}]');
INSERT INTO toolcourt.approvals VALUES ('354b92a5f22729e12f85f18c608b33b7', 'e3a642c526666e0992ea44ef27ebb6031081ec0ca81c545dc98cd82a95ca9e77', '{"args_hash":"07ad3fe7994a820ac9d059b9ca2992b7798917e87ff532d141245a820ef242b7","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795018923338,"id":"354b92a5f22729e12f85f18c608b33b7","max_uses":1,"nonce":"0bc0bdd7d16a014fe6658e42d8b54c5b","not_before":1795018323338,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Eve"}', 'hello', 'local', '4bffa43508e6b29fd7260816b747bac997a16a0e6e25de4262c2a3418a58dc6d', 'operator', 'denied', 1795018323338, 1795018923338, 'operator:root', 1795018337905, NULL, NULL, 1, '[]');
INSERT INTO toolcourt.approvals VALUES ('82388f2bd3991ff03c59e496339c623b', 'fd1fafad106bef7aaedc9bf16255ef32a82836fa4a3a653050eece765ed47c09', '{"args_hash":"39fcdc14d0cb1d4c4e0fc96ffc0983fb2298057abe2635a3f93b23130ad6fc47","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795018943430,"id":"82388f2bd3991ff03c59e496339c623b","max_uses":1,"nonce":"f6f9572c32c4b901a7d8e0ae1f4d6e53","not_before":1795018343430,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Cleo"}', 'hello', 'local', '612832b74518f837fbbf6ceb7e41b6fee97e15961babfb4120a30e933dd1557a', 'operator', 'approved', 1795018343430, 1795018943430, 'operator:root', 1795018355789, NULL, NULL, 1, '[{"by":"operator:root","at":1795018355789}]');
INSERT INTO toolcourt.approvals VALUES ('5941736b9de4e36035e6432442b394f3', '4e06101a202f9f6387f79609f7f5c4a08ba51fc71b5a435125d3015db03a4994', '{"args_hash":"57bc2a781fd9d8a11ab161d02cc95795b5c5db21a364fb4b12109b7799996efe","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795018963058,"id":"5941736b9de4e36035e6432442b394f3","max_uses":1,"nonce":"ee27d72c562f55d24795382eb0f6677c","not_before":1795018363058,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Bob"}', 'hello', 'local', '6d060a11e1ea78ac6b18142f4003ccf33cb1b7c490774d04df3b2c0b49c738ad', 'operator', 'pending', 1795018363058, 1795018963058, NULL, NULL, NULL, NULL, 1, '[]');


--
-- Data for Name: audit; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.audit VALUES (1, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:4a47d4d65688af1cd021e3f0c7249d0cb6fd5f8a56fed9c929baccdbb1eba3e8","gateway":"30a052d0-945a-4cbf-a71e-3d659aeb5b68","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795018305516,"kind":"gateway.started","monotonic":2640.76}', '8642be0b89af4873f57d71cda484ece2a7d858b00e95fcb25b63d096f10b9c01', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (2, '{"about":{"servers":2,"tools":2},"at":1795018306161,"kind":"lock.created","monotonic":3285.64}', '42ece8a12ea8a9fc51291942c8d2f82543da9f3ebb87ac9a50eea442b27e1cbc', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (3, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:88bab6d8f6dc68a877064d584cbb5b6c50e74f617ea50d81d3a53c2ee6ffbc4f"},"at":1795018306216,"callId":"2bcee073-abeb-486c-af99-12687d607aaf","connection_id":null,"correlationId":"1bf19105-dc70-43bd-af17-2bc5a49c4058","correlation_id":"1bf19105-dc70-43bd-af17-2bc5a49c4058","kind":"call.opened","monotonic":3341.189,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"0b53d013-f96b-4ff3-bb0f-ba6f676b398d"}', 'b0da539316740fdb6bad21464a0d41a5c9b93fe1c2b7855a0e67cb156c1e170c', '2bcee073-abeb-486c-af99-12687d607aaf', 1795018306216);
INSERT INTO toolcourt.audit VALUES (4, '{"about":{"digest":"82a678c3a63172ddd0f603d24d78b53ca614a05dc2455e7045c7b47dba998201","expiresAt":1795018906235,"from":"operator","id":"9bb5c5891c1a13d3ade6423e98cc9704","requester":"local","tool":"hello"},"at":1795018306235,"kind":"approval.requested","monotonic":3360.749}', '2e66332d1d9099c441a21b1e577379c470c953ed5c5dce1e05f6a243a0538db7', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (5, '{"at":1795018306244,"callId":"2bcee073-abeb-486c-af99-12687d607aaf","code":"approval-required","connection_id":null,"correlation_id":"1bf19105-dc70-43bd-af17-2bc5a49c4058","kind":"call.closed","monotonic":3368.954,"ms":27.765,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(3)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', '3ee4e5b42f38c1c968c3f24bf8aab26a875c3ebfc86bd03801db834062e133cc', '2bcee073-abeb-486c-af99-12687d607aaf', NULL);
INSERT INTO toolcourt.audit VALUES (6, '{"about":{"gateway":"30a052d0-945a-4cbf-a71e-3d659aeb5b68"},"at":1795018306292,"kind":"gateway.stopped","monotonic":3416.515}', 'fb9f4e5652787a52f5fc4e791cce3b0d1874b87e53d46c2c5f7e5255b01bd90c', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (7, '{"about":{"by":"operator:root","digest":"82a678c3a63172ddd0f603d24d78b53ca614a05dc2455e7045c7b47dba998201","expiresAt":1795018906235,"from":"operator","id":"9bb5c5891c1a13d3ade6423e98cc9704","requester":"local","tool":"hello"},"at":1795018310065,"kind":"approval.shown","monotonic":1800.665}', 'd77ffd7dd08e9e538513a5222203d00750bc4acc1eef155cb6d2e7120b8cf710', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (8, '{"about":{"by":"operator:root","digest":"82a678c3a63172ddd0f603d24d78b53ca614a05dc2455e7045c7b47dba998201","expiresAt":1795018906235,"from":"operator","id":"9bb5c5891c1a13d3ade6423e98cc9704","requester":"local","to":"approved","tool":"hello"},"at":1795018312277,"kind":"approval.decided","monotonic":2021.289}', '1dcaa96859fc552bcd1618dd6972dba88452474882544c602a685f5c8dcf28af', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (9, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:4a47d4d65688af1cd021e3f0c7249d0cb6fd5f8a56fed9c929baccdbb1eba3e8","gateway":"163ff118-9b1a-4cc6-a408-5282f0c78ff1","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795018314965,"kind":"gateway.started","monotonic":2620.397}', '79067684773d82af9784721e1e03bdc08a1b642efde9910b21d3ad0f0bf093c4', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (10, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:88bab6d8f6dc68a877064d584cbb5b6c50e74f617ea50d81d3a53c2ee6ffbc4f"},"at":1795018315567,"callId":"c5e2b9cd-a8a6-4014-9a83-59ebc3f14110","connection_id":null,"correlationId":"dd61f11b-c625-4fe0-9481-6d0f63a41148","correlation_id":"dd61f11b-c625-4fe0-9481-6d0f63a41148","kind":"call.opened","monotonic":3221.657,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"01cb47e3-2ba8-44d2-8351-abc3e16c3167"}', 'c5d9290715442b5df33d970f05ed7d50f07761faea6c82749aadffd102c0f2a8', 'c5e2b9cd-a8a6-4014-9a83-59ebc3f14110', 1795018315567);
INSERT INTO toolcourt.audit VALUES (11, '{"about":{"digest":"82a678c3a63172ddd0f603d24d78b53ca614a05dc2455e7045c7b47dba998201","expiresAt":1795018906235,"from":"operator","id":"9bb5c5891c1a13d3ade6423e98cc9704","requester":"local","tool":"hello"},"at":1795018315602,"callId":"c5e2b9cd-a8a6-4014-9a83-59ebc3f14110","kind":"approval.consumed","monotonic":3257.408}', '3f6edae566fd376d09c306ce06939dfc5c19a651b387919a1ded62d72b00948e', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (12, '{"approval":{"digest":"82a678c3a63172ddd0f603d24d78b53ca614a05dc2455e7045c7b47dba998201","id":"9bb5c5891c1a13d3ade6423e98cc9704"},"at":1795018315640,"callId":"c5e2b9cd-a8a6-4014-9a83-59ebc3f14110","code":"answered","connection_id":null,"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","correlation_id":"dd61f11b-c625-4fe0-9481-6d0f63a41148","fromCache":false,"kind":"call.closed","monotonic":3294.856,"ms":73.2,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","result":{"bytes":212,"digest":"sha256:2cc3811b26572d589bfa7a1fe321dfe861ea9dfe4ea61a677488cd8d9ea99250"},"session_id":null,"shape":{"named":["name: string(3)"]},"stage":"done","statement":"local-principal","status":"answered","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', '9fb91d08d81c858d6c339c0ae5d33b4e8db9da57ced87b0d3cff6617d86bbbee', 'c5e2b9cd-a8a6-4014-9a83-59ebc3f14110', NULL);
INSERT INTO toolcourt.audit VALUES (13, '{"about":{"gateway":"163ff118-9b1a-4cc6-a408-5282f0c78ff1"},"at":1795018315708,"kind":"gateway.stopped","monotonic":3363.061}', '811155327ac6b99bb52d3426510634d1183d981808675e48939256fab5c25a46', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (14, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:4a47d4d65688af1cd021e3f0c7249d0cb6fd5f8a56fed9c929baccdbb1eba3e8","gateway":"6d6ad298-87aa-4a7d-bada-1f25305e409a","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795018320835,"kind":"gateway.started","monotonic":5016.772}', '0d0c26d4beb3ab60f7b140dad705a838de8de8ed5f8a80e9db4798b341386230', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (15, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:c21ff8939a6666c29aa3e48c70342eed9a268846fc801b5aca851350e01deae3"},"at":1795018323253,"callId":"4fe39970-9431-468b-beb3-52b7b6602456","connection_id":null,"correlationId":"f7986ef2-25e9-477f-8275-c8f8625b524d","correlation_id":"f7986ef2-25e9-477f-8275-c8f8625b524d","kind":"call.opened","monotonic":7434.555,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"cf8bd0f5-5be0-4c47-a001-250fa4b57435"}', '2a636bbcfc193d4ceee20d67e6780ef6f1f8bb9223b453ac1c6932354878ce35', '4fe39970-9431-468b-beb3-52b7b6602456', 1795018323253);
INSERT INTO toolcourt.audit VALUES (16, '{"about":{"digest":"e3a642c526666e0992ea44ef27ebb6031081ec0ca81c545dc98cd82a95ca9e77","expiresAt":1795018923338,"from":"operator","id":"354b92a5f22729e12f85f18c608b33b7","requester":"local","tool":"hello"},"at":1795018323338,"kind":"approval.requested","monotonic":7520.587}', '36dde9d0885f590bed0f01f6ce98ec1c0b0c528bb27620e3b5828d9503d63183', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (17, '{"at":1795018323350,"callId":"4fe39970-9431-468b-beb3-52b7b6602456","code":"approval-required","connection_id":null,"correlation_id":"f7986ef2-25e9-477f-8275-c8f8625b524d","kind":"call.closed","monotonic":7531.909,"ms":97.354,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(3)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', '8f6f9132d01c1442d2ba44b5f0027d24d0aca25158fad6b171ad1d4d2403fa95', '4fe39970-9431-468b-beb3-52b7b6602456', NULL);
INSERT INTO toolcourt.audit VALUES (18, '{"about":{"gateway":"6d6ad298-87aa-4a7d-bada-1f25305e409a"},"at":1795018323485,"kind":"gateway.stopped","monotonic":7666.34}', '50643a2f8ccb42f5efc91b48a996c167a5292bc205051d45a9bf861d5828638e', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (19, '{"about":{"by":"operator:root","digest":"e3a642c526666e0992ea44ef27ebb6031081ec0ca81c545dc98cd82a95ca9e77","expiresAt":1795018923338,"from":"operator","id":"354b92a5f22729e12f85f18c608b33b7","requester":"local","tool":"hello"},"at":1795018334065,"kind":"approval.shown","monotonic":4820.144}', 'd22001dfb56eed0296624f362840dc44486b5f241b6f626be050c3f3547bb064', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (20, '{"about":{"by":"operator:root","digest":"e3a642c526666e0992ea44ef27ebb6031081ec0ca81c545dc98cd82a95ca9e77","expiresAt":1795018923338,"from":"operator","id":"354b92a5f22729e12f85f18c608b33b7","requester":"local","to":"denied","tool":"hello"},"at":1795018337905,"kind":"approval.decided","monotonic":3682.368}', '80ee3c1bb0190010b2173f2ee4ea3eab82dc19bc5dac9ce2e2ed3e5c83875a38', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (21, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:4a47d4d65688af1cd021e3f0c7249d0cb6fd5f8a56fed9c929baccdbb1eba3e8","gateway":"839a8a0b-b55a-4292-ace3-86876bc35b53","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795018342125,"kind":"gateway.started","monotonic":4096}', 'ef7494954c492aa9ca380ae3339684c834e48b474532ad19702c8c79db3097ee', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (22, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":15,"digest":"sha256:56b446afe3d8617a4a30a985b9e105fb117efd243a34f15ae531413774b663e4"},"at":1795018343386,"callId":"c402c4ea-4c82-4de4-8072-ca4c51332c7a","connection_id":null,"correlationId":"7e4f1356-3d0e-496c-8baa-2c9949bfe030","correlation_id":"7e4f1356-3d0e-496c-8baa-2c9949bfe030","kind":"call.opened","monotonic":5357.263,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"652f991c-ac1a-4342-86e2-bc5d586cdc23"}', '27c68ec8de5695543b520f9ffe713ad0f58a3d7e3967bb0e97be4485f3723316', 'c402c4ea-4c82-4de4-8072-ca4c51332c7a', 1795018343386);
INSERT INTO toolcourt.audit VALUES (23, '{"about":{"digest":"fd1fafad106bef7aaedc9bf16255ef32a82836fa4a3a653050eece765ed47c09","expiresAt":1795018943430,"from":"operator","id":"82388f2bd3991ff03c59e496339c623b","requester":"local","tool":"hello"},"at":1795018343430,"kind":"approval.requested","monotonic":5402.204}', 'd8847e8c1c7b7baf4ff815dd55e627122fc39983a507c13dece36034d651a925', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (24, '{"at":1795018343459,"callId":"c402c4ea-4c82-4de4-8072-ca4c51332c7a","code":"approval-required","connection_id":null,"correlation_id":"7e4f1356-3d0e-496c-8baa-2c9949bfe030","kind":"call.closed","monotonic":5430.08,"ms":72.817,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(4)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', 'bb8bd98806a5139e3909170bf050a86932b2215a5f443495156c3aca0fd51a87', 'c402c4ea-4c82-4de4-8072-ca4c51332c7a', NULL);
INSERT INTO toolcourt.audit VALUES (25, '{"about":{"gateway":"839a8a0b-b55a-4292-ace3-86876bc35b53"},"at":1795018343533,"kind":"gateway.stopped","monotonic":5503.776}', '5ffd9c2399ef026eee73b1a297fb9060531fdec1fc2edee2442cac7323c6c1f2', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (26, '{"about":{"by":"operator:root","digest":"fd1fafad106bef7aaedc9bf16255ef32a82836fa4a3a653050eece765ed47c09","expiresAt":1795018943430,"from":"operator","id":"82388f2bd3991ff03c59e496339c623b","requester":"local","tool":"hello"},"at":1795018352234,"kind":"approval.shown","monotonic":4209.6}', '4345fc82d47d7df9b4be8db13afb6261b5bd030f0b3cb665ce17c9e29fb802f7', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (27, '{"about":{"by":"operator:root","digest":"fd1fafad106bef7aaedc9bf16255ef32a82836fa4a3a653050eece765ed47c09","expiresAt":1795018943430,"from":"operator","id":"82388f2bd3991ff03c59e496339c623b","requester":"local","to":"approved","tool":"hello"},"at":1795018355789,"kind":"approval.decided","monotonic":3288.766}', '58beb8a5c035ea5ea07fcc1c551799204100f0b615757a815c0c394590f46910', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (28, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:4a47d4d65688af1cd021e3f0c7249d0cb6fd5f8a56fed9c929baccdbb1eba3e8","gateway":"3e9fd892-030f-484e-b9ea-123b053525b9","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795018361615,"kind":"gateway.started","monotonic":5702.472}', '178cf8ad497b1bd8bfa6bed43f376a529bf6a97e144647f5343bbc909f68a5d2', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (29, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:840c3985f212fbe59d713f02acf464269bdb7abe7fcd66fb40d52320ef0da799"},"at":1795018363012,"callId":"6331e2be-057a-4a72-a53c-b9e7e89a9275","connection_id":null,"correlationId":"2e1daa0d-cb27-4efd-b753-7b4ca731c4ac","correlation_id":"2e1daa0d-cb27-4efd-b753-7b4ca731c4ac","kind":"call.opened","monotonic":7099.751,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"c5b2a62c-3ca5-47f6-a3a0-df9d1adcc9cf"}', '8e4f062d44ea80656f0a3d5606045606a34d299b7735d3562d315694413f0c9e', '6331e2be-057a-4a72-a53c-b9e7e89a9275', 1795018363012);
INSERT INTO toolcourt.audit VALUES (30, '{"about":{"digest":"4e06101a202f9f6387f79609f7f5c4a08ba51fc71b5a435125d3015db03a4994","expiresAt":1795018963058,"from":"operator","id":"5941736b9de4e36035e6432442b394f3","requester":"local","tool":"hello"},"at":1795018363058,"kind":"approval.requested","monotonic":7146.203}', '2b8d547ddd4ec2a836176f3d15fab87535adda5ae5e9db4ebfbf8bca0b5bc05e', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (31, '{"at":1795018363076,"callId":"6331e2be-057a-4a72-a53c-b9e7e89a9275","code":"approval-required","connection_id":null,"correlation_id":"2e1daa0d-cb27-4efd-b753-7b4ca731c4ac","kind":"call.closed","monotonic":7163.673,"ms":63.922,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(3)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', 'c12a7f3f02160c0f8ef160f069aa08fc52da5b1bdc23021a0100ae348b741677', '6331e2be-057a-4a72-a53c-b9e7e89a9275', NULL);
INSERT INTO toolcourt.audit VALUES (32, '{"about":{"gateway":"3e9fd892-030f-484e-b9ea-123b053525b9"},"at":1795018363128,"kind":"gateway.stopped","monotonic":7214.949}', 'a622ceb435f98786ee5b748d5328c22539a671822c53537258f393354372b282', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (33, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:4a47d4d65688af1cd021e3f0c7249d0cb6fd5f8a56fed9c929baccdbb1eba3e8","gateway":"1a8ad1cc-af1b-4725-bb23-9df3a062aa51","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795018369708,"kind":"gateway.started","monotonic":6377.46}', 'edc61c2408eb975bb206e3d2f1af296ac39edb42aa5ab3671936d79d4a098a5a', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (34, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":12,"digest":"sha256:3d6a916e86efba9105154ea95dda8d8da47df173d931c23e7a346c7babd81a3e"},"at":1795018371612,"callId":"e95f3dde-efd7-4976-a386-ee16e9bca1b7","connection_id":null,"correlationId":"3dede002-1273-469b-9e02-c82e4f2dc4eb","correlation_id":"3dede002-1273-469b-9e02-c82e4f2dc4eb","kind":"call.opened","monotonic":8280.999,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"find_ticket","tool_id":"find_ticket","traceId":"55defad0-4bc5-453f-a25f-7bca55653670"}', '63abfb913a26c8845892a4204706aad7c80f2752a1dcaafc4467f4851538c0c0', 'e95f3dde-efd7-4976-a386-ee16e9bca1b7', 1795018371612);
INSERT INTO toolcourt.audit VALUES (35, '{"at":1795018371681,"callId":"e95f3dde-efd7-4976-a386-ee16e9bca1b7","code":"answered","connection_id":null,"contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","correlation_id":"3dede002-1273-469b-9e02-c82e4f2dc4eb","fromCache":false,"kind":"call.closed","monotonic":8349.793,"ms":68.794,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","result":{"bytes":128,"digest":"sha256:e4c46576d303d5e1dbbe617bd48e0b53ae4d49e3dc12ca77452f1361c5163083"},"session_id":null,"shape":{"named":["number: number"]},"stage":"done","statement":"local-principal","status":"answered","target":{"address":"stdio","contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","effect":"write","name":"find_ticket","server":"tickets"},"tool_id":"find_ticket"}', '8f7aef4a9165b027d06662bb0ea8439f5134c4a0533525384dd12604a1922559', 'e95f3dde-efd7-4976-a386-ee16e9bca1b7', NULL);
INSERT INTO toolcourt.audit VALUES (36, '{"about":{"gateway":"1a8ad1cc-af1b-4725-bb23-9df3a062aa51"},"at":1795018371823,"kind":"gateway.stopped","monotonic":8492.444}', '9ffea369ac80c833190d347065d582fb310ceeb088531460ced34c069213ebf8', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (37, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:4a47d4d65688af1cd021e3f0c7249d0cb6fd5f8a56fed9c929baccdbb1eba3e8","gateway":"588c389a-f22b-41d6-922a-56a12d71d7b4","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795018379484,"kind":"gateway.started","monotonic":7305.844}', '6e4660b96c200bda9eb32156969cec6101b4ee0845823cfa0882aab27a0dec73', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (38, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":12,"digest":"sha256:d65dc375f554b634c774bcc6f8a2ce6e23f41d2641c9b19453755d3dc8546f01"},"at":1795018380934,"callId":"aec586f4-a6cc-4c01-b5ea-192b7d3d051e","connection_id":null,"correlationId":"172dab23-fbb4-4e7b-8458-c24fa258c7d4","correlation_id":"172dab23-fbb4-4e7b-8458-c24fa258c7d4","kind":"call.opened","monotonic":8755.863,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"close_ticket","tool_id":"close_ticket","traceId":"f92274f2-20c6-45cc-a7d4-67c3302ea9d9"}', 'a0c16d22114ad6e53b3ffcc52579fab440e38a1f1b0933a5500245a0aa7f9b2c', 'aec586f4-a6cc-4c01-b5ea-192b7d3d051e', 1795018380934);
INSERT INTO toolcourt.audit VALUES (39, '{"at":1795018380967,"callId":"aec586f4-a6cc-4c01-b5ea-192b7d3d051e","code":"answered","connection_id":null,"contract":"sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8","correlation_id":"172dab23-fbb4-4e7b-8458-c24fa258c7d4","fromCache":false,"kind":"call.closed","monotonic":8788.94,"ms":33.077,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","result":{"bytes":130,"digest":"sha256:0dd9ddac8e92e6e34cdc627c64a4dce6bdddf024acd496cbd4af2516d1ed0920"},"session_id":null,"shape":{"named":["number: number"]},"stage":"done","statement":"local-principal","status":"answered","target":{"address":"stdio","contract":"sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8","effect":"write","name":"close_ticket","server":"tickets"},"tool_id":"close_ticket"}', 'f248f73b75163d8a829bb7b133f3e685b56fc23cd509eb6894da4958aa5c9726', 'aec586f4-a6cc-4c01-b5ea-192b7d3d051e', NULL);
INSERT INTO toolcourt.audit VALUES (40, '{"about":{"gateway":"588c389a-f22b-41d6-922a-56a12d71d7b4"},"at":1795018381036,"kind":"gateway.stopped","monotonic":8857.537}', '9d7a7e75ea6be01c702d54dbebee02c52ef1271745c51d46a597e1697dbcf495', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (41, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:4a47d4d65688af1cd021e3f0c7249d0cb6fd5f8a56fed9c929baccdbb1eba3e8","gateway":"f3802aff-afe2-421c-a68f-cead9ca0e34e","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795018388247,"kind":"gateway.started","monotonic":7052.287}', 'a56d57a1b1517d47b0fc5dc099a4a2f4d442caff3cf8fed84e0a88d144c31ae4', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (42, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":13,"digest":"sha256:7c445349efd10252e224efce9091e1394c7f442a1737c4d0732f9ac6f901bba7"},"at":1795018390073,"callId":"54d3de00-30f3-4979-bdb1-fa04d4f8eea7","connection_id":null,"correlationId":"174de7a4-4bdf-4e4a-830d-f0625805df28","correlation_id":"174de7a4-4bdf-4e4a-830d-f0625805df28","kind":"call.opened","monotonic":8877.712,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"find_ticket","tool_id":"find_ticket","traceId":"b7f150e6-b6eb-44dc-83ad-b7ff06604866"}', '2ee7219d11d60af69f26677a9172f66df346502478f65281f99c44786cce65e8', '54d3de00-30f3-4979-bdb1-fa04d4f8eea7', 1795018390073);
INSERT INTO toolcourt.audit VALUES (43, '{"at":1795018390214,"callId":"54d3de00-30f3-4979-bdb1-fa04d4f8eea7","code":"output-invalid","connection_id":null,"correlation_id":"174de7a4-4bdf-4e4a-830d-f0625805df28","kind":"call.closed","monotonic":9019.116,"ms":141.404,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["number: number"]},"stage":"run","statement":"local-principal","status":"refused","target":{"address":"stdio","contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","effect":"write","name":"find_ticket","server":"tickets"},"tool_id":"find_ticket"}', '0bcae8024e20b65f09656f5b6729604a1ea1a347b8481793825650f177b76668', '54d3de00-30f3-4979-bdb1-fa04d4f8eea7', NULL);
INSERT INTO toolcourt.audit VALUES (44, '{"about":{"gateway":"f3802aff-afe2-421c-a68f-cead9ca0e34e"},"at":1795018390400,"kind":"gateway.stopped","monotonic":9204.406}', 'b865f6604afcb54c683d48c0707b24dfffd18b66446019fd18713a7a7a25e446', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (45, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:4a47d4d65688af1cd021e3f0c7249d0cb6fd5f8a56fed9c929baccdbb1eba3e8","gateway":"43c2672f-5cab-457c-9dfb-3d422ce38f13","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795018396711,"kind":"gateway.started","monotonic":6135.903}', '4b13a07f6ba767efce7aaf65ab01541dfcb7e3f65d1f645191e54fa8ec3362f6', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (46, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":13,"digest":"sha256:7b61b1cbcbcc385176c08b2244fb5d32aef168d90e43e48b5edd6c386307db30"},"at":1795018398731,"callId":"75c7aedd-0e75-4cc8-b470-fff05f2d2439","connection_id":null,"correlationId":"12513620-a60f-454e-a1a4-3eef7384a8b5","correlation_id":"12513620-a60f-454e-a1a4-3eef7384a8b5","kind":"call.opened","monotonic":8154.902,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"find_ticket","tool_id":"find_ticket","traceId":"5620c01d-53aa-4f79-a25c-c2c1964f4d4c"}', '6f074589e71d0cec3b81f38653795ebea0d49b25a8fd032ec30f5929561e7729', '75c7aedd-0e75-4cc8-b470-fff05f2d2439', 1795018398731);
INSERT INTO toolcourt.audit VALUES (47, '{"about":{"operator":"operator:root","version":"sha256:a79c0bd8bd7ce320cd97bd94c76a6c850ada44111ac2cbbe617c01c644dd3323"},"at":1795018402254,"kind":"policy.put","monotonic":3309.015}', '94a991771c404f89450068577f4cc7208f2b7bbaa5e840659d2a2380b0ce27d9', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (48, '{"about":{"by":"operator:root","id":"a3a873f75f67ee354c06febf","kind":"token","name":"shop","owner":"local"},"at":1795018406429,"kind":"connection.added","monotonic":4094.648}', '95083e5e9918bb7519ad2fcf7ebf6af5fbc443bffa7947b935c62e03338a8033', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (49, '{"about":{"by":"operator:root","id":"3d748e19451f3cbd78cb8442","kind":"token","name":"gone","owner":"local"},"at":1795018411995,"kind":"connection.added","monotonic":5416.104}', '81afeff8cb94b85be70af7f31af44615cd237bed1cdabb9aa436351cce15697f', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (50, '{"about":{"by":"operator:root","id":"3d748e19451f3cbd78cb8442","kind":"token","name":"gone","owner":"local"},"at":1795018417586,"kind":"connection.revoked","monotonic":5473.627}', '525102c23da09be67a2c5b4389ab633ec40e9f5ecccb63540751e4fe689e31a8', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (51, '{"about":{"by":"operator:root","changed":2,"document":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","drafts":2,"gone":0,"notImported":0,"set":"shop"},"at":1795018422660,"kind":"draft.imported","monotonic":5340.659}', '3bfa94e264dd5e36aff2453229a5bdae236c1d296af5b73ac08239ea0da8c487', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (52, '{"about":{"by":"operator:root","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","name":"get_order","set":"shop","version":1,"way":"imported"},"at":1795018422660,"kind":"draft.written","monotonic":5341.075}', '3bdb0da7113e8a4aee3b3a6d99570ab3f990ca07cb14480988ffd130774a3686', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (53, '{"about":{"by":"operator:root","digest":"sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b","name":"list_orders","set":"shop","version":1,"way":"imported"},"at":1795018422660,"kind":"draft.written","monotonic":5341.168}', '5597b96f7b4ac10ab09fe5ded7e7598aca796fb179fdf06d90b6cd377be94836', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (54, '{"about":{"by":"operator:root","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","name":"get_order","set":"shop","to":"approved","version":2},"at":1795018437783,"kind":"draft.decided","monotonic":7976.221}', '721a5c6b9299da8c09e14890b054c0620cb9037369fcea9dedcbe058830698fb', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (55, '{"about":{"by":"operator:root","contracts":"sha256:45760188c9dd8f027de63ef9c43301f8258fe86bd2a8afd59823daf5dc5295ae","expiresAt":1795022047569,"id":"4f0c12dfc4ea751611b2bfbf9c3b3d52","principal":"40d2b83d-de7f-44d9-833c-79fdf8aef2de","reason":"sha256:2cff9baabf56ca002610e113bc94deb6ededddfc3c130365b6e88ed5195bf774","server":"local","tool":"hello","tools":1,"uses":3},"at":1795018447569,"kind":"grant.given","monotonic":9582.532}', '39cb811e2b391eaf92c6dfd4f11b7c17a2a24f08f1c9b449a33e6665aff2ebc3', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (56, '{"about":{"by":"operator:root","contracts":"sha256:45760188c9dd8f027de63ef9c43301f8258fe86bd2a8afd59823daf5dc5295ae","expiresAt":1795022058246,"id":"405a72f0696c734182aeae5162de5dfd","principal":"40d2b83d-de7f-44d9-833c-79fdf8aef2de","reason":"sha256:325928dad748eb0ae3c41b0b54550f862e65478fe15e6619fa6eb4db290e6c4a","server":"local","tool":"hello","tools":1,"uses":3},"at":1795018458246,"kind":"grant.given","monotonic":10529.802}', '62440d243cee47fdfc1e582e7e8276aa5e0e64ac9067f4b2cd385d242c10000f', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (57, '{"about":{"by":"operator:root","id":"405a72f0696c734182aeae5162de5dfd","principal":"40d2b83d-de7f-44d9-833c-79fdf8aef2de","server":"local"},"at":1795018473089,"kind":"grant.revoked","monotonic":4241.167}', '7a01525503f5a72e8d3ca08fa6aacd65267814f9c3fd9cac3c7694c5ce9bf739', NULL, NULL);


--
-- Data for Name: begun; Type: TABLE DATA; Schema: toolcourt; Owner: -
--



--
-- Data for Name: begun_up_to; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.begun_up_to VALUES (1, 44);


--
-- Data for Name: checkpoints; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.checkpoints VALUES (6, 'toolcourt-0da296d3-c563-4632-b92a-7d3f58865fe9
6
95EuM6mSEizcFUWZfDHdJTcUgJh33/+PdpvrYClDtYs=

— toolcourt-0da296d3-c563-4632-b92a-7d3f58865fe9 Km6RLD+3duvAcV1/LH3694QbWGPAzcsURP6aJ58bXy9WvZ7QYFX0rXKrPKhKgj8YVCPvRmZzVddW7PZB2HjXNqfxKAc=
');
INSERT INTO toolcourt.checkpoints VALUES (13, 'toolcourt-0da296d3-c563-4632-b92a-7d3f58865fe9
13
qrorU12fM9FL/Fya2+l9Lyv2Pbl9tjGhrh+vHGeeb6E=

— toolcourt-0da296d3-c563-4632-b92a-7d3f58865fe9 Km6RLGAndHiEiFJXVnnCElWrNStYP7/eM+fn1Mntxa9aMn1D8p8WUqB4JQIFnYX+zOBVysrpltAc9pDiwDhfpmNMDwo=
');
INSERT INTO toolcourt.checkpoints VALUES (18, 'toolcourt-0da296d3-c563-4632-b92a-7d3f58865fe9
18
uYi9+aScyJP5k3oOJZk+K9r4ZRET2Uy3RJatg40S3K8=

— toolcourt-0da296d3-c563-4632-b92a-7d3f58865fe9 Km6RLEhdwPOmSyaayRTGfGhquwan0PqrInyf/BX1kf2V9msK2NERkxDpggLto8wu/1RyYt08hegEWF+HYVejQ6C8pwU=
');
INSERT INTO toolcourt.checkpoints VALUES (25, 'toolcourt-0da296d3-c563-4632-b92a-7d3f58865fe9
25
/isNdHXGS7vCkiadr8W1fmhxbeaODr+U6ErDsNhVUi4=

— toolcourt-0da296d3-c563-4632-b92a-7d3f58865fe9 Km6RLBjX5UPU0lsGp/f2yayzIgnyvtrKb0eglf13Gwrkkl1Xv1wyX4OmFdVB4dhCK+PzKLwwuT+EuYd34GBta1mY6A4=
');
INSERT INTO toolcourt.checkpoints VALUES (32, 'toolcourt-0da296d3-c563-4632-b92a-7d3f58865fe9
32
cGBXOHu3jlseYslbQBYuF47Y2777BaezMsykVSeaiw4=

— toolcourt-0da296d3-c563-4632-b92a-7d3f58865fe9 Km6RLID3HtoaqL7Q9ml+X9UlW9FZEQ+NK/fVsQf7AQ2Yds+bYpgDSEknpSmdb8CqKOEYCZlqmWznnfLHNR89X0rW4gk=
');
INSERT INTO toolcourt.checkpoints VALUES (36, 'toolcourt-0da296d3-c563-4632-b92a-7d3f58865fe9
36
3GDC5WJIavH71iIRcPPr6YwPQarNC5CBGrMmfI0JYcE=

— toolcourt-0da296d3-c563-4632-b92a-7d3f58865fe9 Km6RLMWKoKe07bVRY2O9B+CgnkoKP7DpeOi12bSAPJd97Bq6DQCLHvCXRzCUi3Ku477Ys/Kky+SPZ+0n0bWkDeGTtgs=
');
INSERT INTO toolcourt.checkpoints VALUES (40, 'toolcourt-0da296d3-c563-4632-b92a-7d3f58865fe9
40
EyDvJtJ0QfecSPJWlz8otJEcFuyAmXARWgDOdvXyr40=

— toolcourt-0da296d3-c563-4632-b92a-7d3f58865fe9 Km6RLPmULdIZKVhKIKArlA9BerQzgY8hiqVMqKrr1ItcrXuk1gDJP7G/3TO+rhwKjmt6UHd+nhg4pulTJjSpya+18wE=
');
INSERT INTO toolcourt.checkpoints VALUES (44, 'toolcourt-0da296d3-c563-4632-b92a-7d3f58865fe9
44
IIF97GgIH4LjfJbBrvpbBYsb0fpH9GhCnOa1rdGWtXM=

— toolcourt-0da296d3-c563-4632-b92a-7d3f58865fe9 Km6RLAnEmJ9yVdDYcSoAo+XmlE0SRnMOxIA3MMLSEC67l9VwkOxkQL+AJfyZR7sUhqI4WqXWBXXDoVqfLvIKr7DdAQQ=
');


--
-- Data for Name: connections; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.connections VALUES ('a3a873f75f67ee354c06febf', '', 'local', 'shop', 'active', 1, '{"kind":"token","origins":["https://api.example.com"],"users":"owner","levels":{},"tiers":[],"header":"authorization","prefix":"Bearer "}', '{"token":"tc1.1.0YDnFbw0pBhKbXp_5PiNE1BGJNduUCBym7BrONA-sZxPZdnewN-_YSahwaqz0V3Xng"}', 1795018406375, 1795018406375);
INSERT INTO toolcourt.connections VALUES ('3d748e19451f3cbd78cb8442', '', 'local', 'gone', 'revoked', 2, '{"kind":"token","origins":["https://api.example.com"],"users":"owner","levels":{},"tiers":[],"header":"authorization","prefix":"Bearer "}', '{}', 1795018411947, 1795018417586);


--
-- Data for Name: draft_changes; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.draft_changes VALUES (1, 2);


--
-- Data for Name: drafts; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.drafts VALUES ('shop', 'list_orders', 1, 'sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b', 'pending', NULL, 1795018422660, '{"tool":{"name":"list_orders","description":"Lists all orders of the shop.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{}},"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":true},"_meta":{"dev.toolcourt/contract":{"effect":"read"}}},"operation":{"method":"GET","path":"/orders","base":{"origin":"https://api.example.com","path":""},"parameters":[],"response":{"contentType":"application/json","shape":"object"},"security":[]},"provenance":{"from":"shop.yaml","documentDigest":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","pointer":"/paths/~1orders/get","edition":"3.1","title":"Shop","version":"1.0"},"notes":[],"writtenBy":"operator:root","importedDigest":"sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b"}');
INSERT INTO toolcourt.drafts VALUES ('shop', 'get_order', 2, 'sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98', 'approved', '{"kind":"approved","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","by":"operator:root","at":1795018437783}', 1795018437783, '{"tool":{"name":"get_order","description":"Finds one order of the shop by its number.","inputSchema":{"type":"object","properties":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"description":"The number of the order."}},"required":["id"],"additionalProperties":false}},"required":["path"],"additionalProperties":false},"outputSchema":{"type":"object","required":["id","status"],"properties":{"id":{"type":"integer","description":"The number of the order."},"status":{"type":"string","description":"Where the order is."}}},"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":true},"_meta":{"dev.toolcourt/contract":{"effect":"read"}}},"operation":{"method":"GET","path":"/orders/{id}","base":{"origin":"https://api.example.com","path":""},"parameters":[{"place":"path","name":"id","style":"simple","explode":false}],"response":{"contentType":"application/json","shape":"object"},"security":[]},"provenance":{"from":"shop.yaml","documentDigest":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","pointer":"/paths/~1orders~1{id}/get","edition":"3.1","title":"Shop","version":"1.0"},"notes":[],"writtenBy":"operator:root","importedDigest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98"}');


--
-- Data for Name: grants; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.grants VALUES ('4f0c12dfc4ea751611b2bfbf9c3b3d52', 'local', 'hello', '{"hello":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf"}', 'login:ada', NULL, NULL, 'Import', 3, 0, 'active', 'operator:root', NULL, 1795018447569, 1795022047569, NULL, NULL);
INSERT INTO toolcourt.grants VALUES ('405a72f0696c734182aeae5162de5dfd', 'local', 'hello', '{"hello":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf"}', 'login:ada', NULL, NULL, 'Mistake', 3, 0, 'revoked', 'operator:root', NULL, 1795018458246, 1795022058246, 'operator:root', 1795018473089);


--
-- Data for Name: key_checks; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.key_checks VALUES (1, '\xead89c2cdc8d806f6e68541d161122fba36f90901c70fe635cb284ff976e4a8ba15cc49d7efbdc0508313d23c639bc9451a1');


--
-- Data for Name: keys; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.keys VALUES ('', 'a3a873f75f67ee354c06febf', 1, 1, '\xc5fca12b8247e0f45e550585803f9a55522a2499f148b6f17421202b13a888c5d4f3dfdfe1743e799b40b681fd65aa8c61bb7bf841e7d4bf5a805353');
INSERT INTO toolcourt.keys VALUES ('', '3d748e19451f3cbd78cb8442', 1, 1, '\x480b7aeccffe3702bbc77f5c28f449fb6d9928963fc42717fbb63feeee344a9ab0f2c79ffb30a15a684517baa9acb72855c3c5820ee8c842da5caa56');


--
-- Data for Name: migrations; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.migrations VALUES (1, '2026-11-18 16:11:45.360992+00');
INSERT INTO toolcourt.migrations VALUES (2, '2026-11-18 16:11:45.360992+00');
INSERT INTO toolcourt.migrations VALUES (3, '2026-11-18 16:11:45.360992+00');
INSERT INTO toolcourt.migrations VALUES (4, '2026-11-18 16:11:45.360992+00');
INSERT INTO toolcourt.migrations VALUES (5, '2026-11-18 16:11:45.360992+00');
INSERT INTO toolcourt.migrations VALUES (6, '2026-11-18 16:11:45.360992+00');
INSERT INTO toolcourt.migrations VALUES (7, '2026-11-18 16:11:45.360992+00');
INSERT INTO toolcourt.migrations VALUES (8, '2026-11-18 16:11:45.360992+00');
INSERT INTO toolcourt.migrations VALUES (9, '2026-11-18 16:11:45.360992+00');
INSERT INTO toolcourt.migrations VALUES (10, '2026-11-18 16:11:45.360992+00');


--
-- Data for Name: personal; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.personal VALUES ('fbd00e2090b548398913631433653d429bc702ced14ddd8721e9d9ba74c8132c', '40d2b83d-de7f-44d9-833c-79fdf8aef2de', '2fd62510-a7b7-4646-9c14-bf8067825c51', '"login:ada"');


--
-- Data for Name: policies; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.policies VALUES (1, 'sha256:a79c0bd8bd7ce320cd97bd94c76a6c850ada44111ac2cbbe617c01c644dd3323', 'version: 1
statements:
  - { id: here, effect: allow, kinds: [local], tools: ["*/*"] }
...
', 'operator:root', 1795018402254);


--
-- Data for Name: results; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.results VALUES ('c5e2b9cd-a8a6-4014-9a83-59ebc3f14110', '', 'local', 'local', 'hello', 'sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf', 1795018315641, 'sha256:2cc3811b26572d589bfa7a1fe321dfe861ea9dfe4ea61a677488cd8d9ea99250', '{"content":[{"type":"text","text":"{\"message\":\"Hello, Ada!\",\"timestamp\":\"2026-11-18T16:11:55.625Z\"}"}],"isError":false,"structuredContent":{"message":"Hello, Ada!","timestamp":"2026-11-18T16:11:55.625Z"}}', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO toolcourt.results VALUES ('e95f3dde-efd7-4976-a386-ee16e9bca1b7', '', 'local', 'tickets', 'find_ticket', 'sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82', 1795018371693, 'sha256:e4c46576d303d5e1dbbe617bd48e0b53ae4d49e3dc12ca77452f1361c5163083', '{"content":[{"type":"text","text":"{\"number\":1,\"open\":true}"}],"isError":false,"structuredContent":{"number":1,"open":true}}', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO toolcourt.results VALUES ('aec586f4-a6cc-4c01-b5ea-192b7d3d051e', '', 'local', 'tickets', 'close_ticket', 'sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8', 1795018380968, 'sha256:0dd9ddac8e92e6e34cdc627c64a4dce6bdddf024acd496cbd4af2516d1ed0920', '{"content":[{"type":"text","text":"{\"number\":2,\"open\":false}"}],"isError":false,"structuredContent":{"number":2,"open":false}}', NULL, NULL, NULL, NULL, NULL, NULL);


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


