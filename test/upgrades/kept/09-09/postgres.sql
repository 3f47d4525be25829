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
    output text NOT NULL
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

INSERT INTO toolcourt.approvals VALUES ('ac5bb38b9302be860df1a7baf1404061', '6ab0190927cce48a7d56a77ab02ec2c1259965239854f90eef567e36e75d3cfb', '{"args_hash":"0ca56f392f82ad306de13098868519d3434cd1530a041aaca8350a1ad8e5cf5d","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795019438057,"id":"ac5bb38b9302be860df1a7baf1404061","max_uses":1,"nonce":"4534ca1f82893591bf1d974e3fd557ca","not_before":1795018838057,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Ada"}', 'hello', 'local', '3a021e4e0ba5594c18f4c31b62a2c1652dd04b08711bd5f7efc446d6df060db7', 'operator', 'done', 1795018838057, 1795019438057, 'operator:root', 1795018853861, '4e4eb4d8-d4ed-4136-b967-511ee1302e3c', NULL, 1, '[{"by":"operator:root","at":1795018853861}]');
INSERT INTO toolcourt.approvals VALUES ('d301ddb852e6edd1cca1d6d3ef0e8083', '94ca3912d0daefa5ef3faeadd066f0050dc776fde8a1b984b8dfa96cda2c2980', '{"args_hash":"07ad3fe7994a820ac9d059b9ca2992b7798917e87ff532d141245a820ef242b7","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795019487372,"id":"d301ddb852e6edd1cca1d6d3ef0e8083","max_uses":1,"nonce":"8a5101c825b5fb3bea1d5c2e848151bb","not_before":1795018887372,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Eve"}', 'hello', 'local', '4bffa43508e6b29fd7260816b747bac997a16a0e6e25de4262c2a3418a58dc6d', 'operator', 'denied', 1795018887372, 1795019487372, 'operator:root', 1795018947205, NULL, NULL, 1, '[]');
INSERT INTO toolcourt.approvals VALUES ('40508669826b38504bb6af67ef6bfb9a', 'a5596edad8d451fe0ce0050857b54d3e869308b4c7b9e8de845ff536efcce70b', '{"args_hash":"39fcdc14d0cb1d4c4e0fc96ffc0983fb2298057abe2635a3f93b23130ad6fc47","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795019570164,"id":"40508669826b38504bb6af67ef6bfb9a","max_uses":1,"nonce":"53d7e20b04db62ea39a2febe4d4d12e0","not_before":1795018970164,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Cleo"}', 'hello', 'local', '612832b74518f837fbbf6ceb7e41b6fee97e15961babfb4120a30e933dd1557a', 'operator', 'approved', 1795018970164, 1795019570164, 'operator:root', 1795019018917, NULL, NULL, 1, '[{"by":"operator:root","at":1795019018917}]');
INSERT INTO toolcourt.approvals VALUES ('1693824d8927a1bc01db4ed4b683bb7c', '6c72eb307fb34ed10b98ff24dd0ca23d07f596dc2340d200e7e9e2bff9e92e99', '{"args_hash":"57bc2a781fd9d8a11ab161d02cc95795b5c5db21a364fb4b12109b7799996efe","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795019651213,"id":"1693824d8927a1bc01db4ed4b683bb7c","max_uses":1,"nonce":"552613c1339a430f2a676742289ab851","not_before":1795019051213,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Bob"}', 'hello', 'local', '6d060a11e1ea78ac6b18142f4003ccf33cb1b7c490774d04df3b2c0b49c738ad', 'operator', 'pending', 1795019051213, 1795019651213, NULL, NULL, NULL, NULL, 1, '[]');


--
-- Data for Name: audit; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.audit VALUES (1, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:14f112f24b5e806a4ce030f87f864268985948b8cf90cfc342348b411d096ff4","gateway":"c85d848c-ea3c-4648-aae4-492b689c9913","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795018835456,"kind":"gateway.started","monotonic":7391.053}', 'e2d5fb33101aee10e3b921210f2ba6c9fe974930eefa9534d5842cbd02015abc', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (2, '{"about":{"servers":2,"tools":2},"at":1795018837715,"kind":"lock.created","monotonic":9649.318}', 'c1e5b0ec46942d58157ebadd5805bda14357abafcc71fea4f1cf926350ec0ddc', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (3, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:88bab6d8f6dc68a877064d584cbb5b6c50e74f617ea50d81d3a53c2ee6ffbc4f"},"at":1795018838031,"callId":"c12346d0-b889-403c-a177-9bfd15afca90","connection_id":null,"correlationId":"dc1b474f-f66e-434e-b5c6-372ca44736ea","correlation_id":"dc1b474f-f66e-434e-b5c6-372ca44736ea","kind":"call.opened","monotonic":9965.876,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"02d7b31b-c41d-4ae4-9e0d-b162fa97003c"}', '93b5f7d98fc70d924031141a619827e884d8dabcc06c61b300eaa31833927e60', 'c12346d0-b889-403c-a177-9bfd15afca90', 1795018838031);
INSERT INTO toolcourt.audit VALUES (4, '{"about":{"digest":"6ab0190927cce48a7d56a77ab02ec2c1259965239854f90eef567e36e75d3cfb","expiresAt":1795019438057,"from":"operator","id":"ac5bb38b9302be860df1a7baf1404061","requester":"local","tool":"hello"},"at":1795018838057,"kind":"approval.requested","monotonic":9992.315}', 'dbc3d42fe1b618ca13cd98d6b6235bcf2139c24d4ff769f15a57089cd4d7b8a0', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (5, '{"at":1795018838092,"callId":"c12346d0-b889-403c-a177-9bfd15afca90","code":"approval-required","connection_id":null,"correlation_id":"dc1b474f-f66e-434e-b5c6-372ca44736ea","kind":"call.closed","monotonic":10026.62,"ms":60.744,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(3)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', 'bc9899a5a257dc99b7173af39d35b05c0c07d5328571bb58a7d89483dc437b9d', 'c12346d0-b889-403c-a177-9bfd15afca90', NULL);
INSERT INTO toolcourt.audit VALUES (6, '{"about":{"gateway":"c85d848c-ea3c-4648-aae4-492b689c9913"},"at":1795018838207,"kind":"gateway.stopped","monotonic":10142.181}', 'fe2f0a9a75a0c4733c3d064c5b79da41a31045f5968786b5e0421aae7d74e61c', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (7, '{"about":{"by":"operator:root","digest":"6ab0190927cce48a7d56a77ab02ec2c1259965239854f90eef567e36e75d3cfb","expiresAt":1795019438057,"from":"operator","id":"ac5bb38b9302be860df1a7baf1404061","requester":"local","tool":"hello"},"at":1795018850723,"kind":"approval.shown","monotonic":4211.523}', 'a0e6d75ac8409fe73db110971946a2a3eab24cfba1969c9d336e61381301a290', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (8, '{"about":{"by":"operator:root","digest":"6ab0190927cce48a7d56a77ab02ec2c1259965239854f90eef567e36e75d3cfb","expiresAt":1795019438057,"from":"operator","id":"ac5bb38b9302be860df1a7baf1404061","requester":"local","to":"approved","tool":"hello"},"at":1795018853861,"kind":"approval.decided","monotonic":2993.68}', '86179fe9b0ec0ef23a3f17b492677d90bd9093a223a3d8a5cea579e35e10636f', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (9, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:14f112f24b5e806a4ce030f87f864268985948b8cf90cfc342348b411d096ff4","gateway":"4c17a952-105a-4e4e-9dda-8625532f23aa","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795018870355,"kind":"gateway.started","monotonic":16328.967}', '6938058e39acd7c0d682151d376912d126b7bb58864905078e7ed70a8e13efe7', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (10, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:88bab6d8f6dc68a877064d584cbb5b6c50e74f617ea50d81d3a53c2ee6ffbc4f"},"at":1795018873235,"callId":"4e4eb4d8-d4ed-4136-b967-511ee1302e3c","connection_id":null,"correlationId":"24d5974b-d567-42d9-9797-15940ee87848","correlation_id":"24d5974b-d567-42d9-9797-15940ee87848","kind":"call.opened","monotonic":19209.644,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"2548f498-2b96-4e61-93df-448357114f9d"}', 'd7fdd7d0eef88db35b53505da36e0edc8475d7c963cdc7a814c1e67eddb2e96c', '4e4eb4d8-d4ed-4136-b967-511ee1302e3c', 1795018873235);
INSERT INTO toolcourt.audit VALUES (11, '{"about":{"digest":"6ab0190927cce48a7d56a77ab02ec2c1259965239854f90eef567e36e75d3cfb","expiresAt":1795019438057,"from":"operator","id":"ac5bb38b9302be860df1a7baf1404061","requester":"local","tool":"hello"},"at":1795018873355,"callId":"4e4eb4d8-d4ed-4136-b967-511ee1302e3c","kind":"approval.consumed","monotonic":19330.817}', '965fe86aa2d60c9a51c98a3a55ae57e3b12cd5fc5dff409178f33b2301ded894', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (12, '{"approval":{"digest":"6ab0190927cce48a7d56a77ab02ec2c1259965239854f90eef567e36e75d3cfb","id":"ac5bb38b9302be860df1a7baf1404061"},"at":1795018873495,"callId":"4e4eb4d8-d4ed-4136-b967-511ee1302e3c","code":"answered","connection_id":null,"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","correlation_id":"24d5974b-d567-42d9-9797-15940ee87848","fromCache":false,"kind":"call.closed","monotonic":19469.41,"ms":259.766,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","result":{"bytes":212,"digest":"sha256:814783aca5844f43207cc154b396be5bf03b86d65acda0e258d96810848b6258"},"session_id":null,"shape":{"named":["name: string(3)"]},"stage":"done","statement":"local-principal","status":"answered","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', 'd4e8820945adaa440221139e7064d92e18117b487de280765eca105ad73ac187', '4e4eb4d8-d4ed-4136-b967-511ee1302e3c', NULL);
INSERT INTO toolcourt.audit VALUES (13, '{"about":{"gateway":"4c17a952-105a-4e4e-9dda-8625532f23aa"},"at":1795018873625,"kind":"gateway.stopped","monotonic":19599.398}', '4536d21943db7e01e032057edfb745112456bf2f175098cbcded73ecff2140ad', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (14, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:14f112f24b5e806a4ce030f87f864268985948b8cf90cfc342348b411d096ff4","gateway":"0ac1524d-298d-44b9-a4f3-c77bc0c7a1b6","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795018884484,"kind":"gateway.started","monotonic":10282.657}', '4a8bc9b8f53fe00d9d45923a73ef67c7ec00dbf16cbeac141ce4d04457589142', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (15, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:c21ff8939a6666c29aa3e48c70342eed9a268846fc801b5aca851350e01deae3"},"at":1795018887272,"callId":"94f19a2c-5fea-4c6c-999a-c82e54f13f59","connection_id":null,"correlationId":"7e53ea6e-89c8-445f-91d3-33675266c34f","correlation_id":"7e53ea6e-89c8-445f-91d3-33675266c34f","kind":"call.opened","monotonic":13070.827,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"2dd8c69e-6dc0-4170-aa93-533f6942cd68"}', '5f6b2c6d3926c9320af451f1854abeb849e878f0a2708315aebae7ae4aec1005', '94f19a2c-5fea-4c6c-999a-c82e54f13f59', 1795018887272);
INSERT INTO toolcourt.audit VALUES (16, '{"about":{"digest":"94ca3912d0daefa5ef3faeadd066f0050dc776fde8a1b984b8dfa96cda2c2980","expiresAt":1795019487372,"from":"operator","id":"d301ddb852e6edd1cca1d6d3ef0e8083","requester":"local","tool":"hello"},"at":1795018887372,"kind":"approval.requested","monotonic":13171.099}', '94f31f61aaaa4aeb1759575b11d1e3283c4a5a5801f32ab41cef348974ed6841', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (17, '{"at":1795018887392,"callId":"94f19a2c-5fea-4c6c-999a-c82e54f13f59","code":"approval-required","connection_id":null,"correlation_id":"7e53ea6e-89c8-445f-91d3-33675266c34f","kind":"call.closed","monotonic":13190.718,"ms":119.891,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(3)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', 'ba76dbc9448c2003448b06aa507d08b78b5c774e5098eb69bbd309fda2973555', '94f19a2c-5fea-4c6c-999a-c82e54f13f59', NULL);
INSERT INTO toolcourt.audit VALUES (18, '{"about":{"gateway":"0ac1524d-298d-44b9-a4f3-c77bc0c7a1b6"},"at":1795018887592,"kind":"gateway.stopped","monotonic":13390.917}', '7e2bd2648ec7dca4a2d85c494d58888ca50747c094aa96d99764253ddb09709c', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (19, '{"about":{"by":"operator:root","digest":"94ca3912d0daefa5ef3faeadd066f0050dc776fde8a1b984b8dfa96cda2c2980","expiresAt":1795019487372,"from":"operator","id":"d301ddb852e6edd1cca1d6d3ef0e8083","requester":"local","tool":"hello"},"at":1795018934190,"kind":"approval.shown","monotonic":22037.999}', '20b25aedacd9b4f55b3694aa2fb11768716cf37140df7f253c04fdbf56c501e2', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (20, '{"about":{"by":"operator:root","digest":"94ca3912d0daefa5ef3faeadd066f0050dc776fde8a1b984b8dfa96cda2c2980","expiresAt":1795019487372,"from":"operator","id":"d301ddb852e6edd1cca1d6d3ef0e8083","requester":"local","to":"denied","tool":"hello"},"at":1795018947205,"kind":"approval.decided","monotonic":12134.206}', '9420ae6d1389488ec57323f85be1d5e36f5147ed1d0b03eb48c8fe063b52c7bd', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (21, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:14f112f24b5e806a4ce030f87f864268985948b8cf90cfc342348b411d096ff4","gateway":"56a4d8b8-6385-473d-ab4f-243efa5316fb","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795018965378,"kind":"gateway.started","monotonic":18060.857}', '3a9fcfc9b08bb62e37160bd28339c2e04c2fcd02baf11882030847db3114160b', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (22, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":15,"digest":"sha256:56b446afe3d8617a4a30a985b9e105fb117efd243a34f15ae531413774b663e4"},"at":1795018970019,"callId":"d6bff03f-46ec-4e75-935d-6b57fe6756cc","connection_id":null,"correlationId":"5c8743c2-7d8b-4ddc-abef-ab10befdd927","correlation_id":"5c8743c2-7d8b-4ddc-abef-ab10befdd927","kind":"call.opened","monotonic":22701.984,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"aca55c92-f3a8-46ff-a020-2d6df5dd09b4"}', 'd7adc2f62c59a6a3b999bb9e8a37a10ee4cf4c57edc2fe325fdc9a956f0acdfd', 'd6bff03f-46ec-4e75-935d-6b57fe6756cc', 1795018970019);
INSERT INTO toolcourt.audit VALUES (23, '{"about":{"digest":"a5596edad8d451fe0ce0050857b54d3e869308b4c7b9e8de845ff536efcce70b","expiresAt":1795019570164,"from":"operator","id":"40508669826b38504bb6af67ef6bfb9a","requester":"local","tool":"hello"},"at":1795018970164,"kind":"approval.requested","monotonic":22846.974}', '35653b11a9727a3c0ae7942ee260912218990e8da4b59dd19e472bb7bcd82212', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (24, '{"at":1795018970273,"callId":"d6bff03f-46ec-4e75-935d-6b57fe6756cc","code":"approval-required","connection_id":null,"correlation_id":"5c8743c2-7d8b-4ddc-abef-ab10befdd927","kind":"call.closed","monotonic":22955.619,"ms":253.635,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(4)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', '3b888ddbf32324da7be63898e7dcd56ff982a3fefcaf6fb677295f48d61e7246', 'd6bff03f-46ec-4e75-935d-6b57fe6756cc', NULL);
INSERT INTO toolcourt.audit VALUES (25, '{"about":{"gateway":"56a4d8b8-6385-473d-ab4f-243efa5316fb"},"at":1795018970428,"kind":"gateway.stopped","monotonic":23110.279}', '8db531298471a9c0134d3634f34ccf37611512a04243a4b5debe57bf8e06d77f', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (26, '{"about":{"by":"operator:root","digest":"a5596edad8d451fe0ce0050857b54d3e869308b4c7b9e8de845ff536efcce70b","expiresAt":1795019570164,"from":"operator","id":"40508669826b38504bb6af67ef6bfb9a","requester":"local","tool":"hello"},"at":1795019002856,"kind":"approval.shown","monotonic":17265.896}', 'e8aa373a6d2923108c002ef6d7e1af7ed2b51296a6cb04e6fdf2dbfe3d64d1c8', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (27, '{"about":{"by":"operator:root","digest":"a5596edad8d451fe0ce0050857b54d3e869308b4c7b9e8de845ff536efcce70b","expiresAt":1795019570164,"from":"operator","id":"40508669826b38504bb6af67ef6bfb9a","requester":"local","to":"approved","tool":"hello"},"at":1795019018917,"kind":"approval.decided","monotonic":15642.849}', 'f33f2921213bf6c935dd6aad26b473cbe4a8dcea1392403983f296540a3343f9', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (28, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:14f112f24b5e806a4ce030f87f864268985948b8cf90cfc342348b411d096ff4","gateway":"cb565a97-945a-4452-b41d-d63da509aae1","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795019043253,"kind":"gateway.started","monotonic":24087.696}', '87f3b9500c8b207b09dc00a9d438e10d13349b264a81623eee2f5cd99dadbe24', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (29, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:840c3985f212fbe59d713f02acf464269bdb7abe7fcd66fb40d52320ef0da799"},"at":1795019050716,"callId":"89ceccd2-4430-4cfb-a61b-27f1fe76de52","connection_id":null,"correlationId":"2c4f4e9d-e61b-4ad5-9e30-e1eadfc1594c","correlation_id":"2c4f4e9d-e61b-4ad5-9e30-e1eadfc1594c","kind":"call.opened","monotonic":31550.924,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"fc16fbdc-10f8-4b95-b7e7-7aa13534e3f6"}', 'ea8ccb2477db08c298a85272b0d5610925be6a080d481f435e83915a28e98aac', '89ceccd2-4430-4cfb-a61b-27f1fe76de52', 1795019050716);
INSERT INTO toolcourt.audit VALUES (30, '{"about":{"digest":"6c72eb307fb34ed10b98ff24dd0ca23d07f596dc2340d200e7e9e2bff9e92e99","expiresAt":1795019651213,"from":"operator","id":"1693824d8927a1bc01db4ed4b683bb7c","requester":"local","tool":"hello"},"at":1795019051213,"kind":"approval.requested","monotonic":32061.909}', '921da6a7aa2e814a6578006283d4fc7d9eee24a31ea4e5ca9ee966c3fcb89817', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (31, '{"at":1795019051311,"callId":"89ceccd2-4430-4cfb-a61b-27f1fe76de52","code":"approval-required","connection_id":null,"correlation_id":"2c4f4e9d-e61b-4ad5-9e30-e1eadfc1594c","kind":"call.closed","monotonic":32145.609,"ms":594.685,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(3)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', '1fdb403ad061a0e26d20b9e3aec4381c28f6e77d4cccada96c5565d899f00a09', '89ceccd2-4430-4cfb-a61b-27f1fe76de52', NULL);
INSERT INTO toolcourt.audit VALUES (32, '{"about":{"gateway":"cb565a97-945a-4452-b41d-d63da509aae1"},"at":1795019051498,"kind":"gateway.stopped","monotonic":32337.271}', 'e6a38b8777103c937c5c6732fd9674bcd8720d916bcd50a52616e96638e857f4', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (33, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:14f112f24b5e806a4ce030f87f864268985948b8cf90cfc342348b411d096ff4","gateway":"45417d3e-92a0-4b78-b5dd-a9099c49813e","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795019084179,"kind":"gateway.started","monotonic":30742.711}', '503c43a9cc1452b570ef7a6e094a26a244caa475a57969ac131606efd60351a7', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (34, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":12,"digest":"sha256:3d6a916e86efba9105154ea95dda8d8da47df173d931c23e7a346c7babd81a3e"},"at":1795019090247,"callId":"5bb50195-773d-47f4-b0e2-eff32257a646","connection_id":null,"correlationId":"6c8d6741-d310-4c65-ba86-28b25a893b00","correlation_id":"6c8d6741-d310-4c65-ba86-28b25a893b00","kind":"call.opened","monotonic":36810.265,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"find_ticket","tool_id":"find_ticket","traceId":"59bdb9ad-4717-452c-9e8e-836c1939ae4e"}', 'e297015815ddb8a2625168c701404b52b4a45cf71caabb012231822b793e2829', '5bb50195-773d-47f4-b0e2-eff32257a646', 1795019090247);
INSERT INTO toolcourt.audit VALUES (35, '{"at":1795019090391,"callId":"5bb50195-773d-47f4-b0e2-eff32257a646","code":"answered","connection_id":null,"contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","correlation_id":"6c8d6741-d310-4c65-ba86-28b25a893b00","fromCache":false,"kind":"call.closed","monotonic":36954.487,"ms":144.222,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","result":{"bytes":128,"digest":"sha256:e4c46576d303d5e1dbbe617bd48e0b53ae4d49e3dc12ca77452f1361c5163083"},"session_id":null,"shape":{"named":["number: number"]},"stage":"done","statement":"local-principal","status":"answered","target":{"address":"stdio","contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","effect":"write","name":"find_ticket","server":"tickets"},"tool_id":"find_ticket"}', 'a6c0903ca0fce9c4d8269514c47b3284c7f628605d4f49e18751dda919aab6ad', '5bb50195-773d-47f4-b0e2-eff32257a646', NULL);
INSERT INTO toolcourt.audit VALUES (36, '{"about":{"gateway":"45417d3e-92a0-4b78-b5dd-a9099c49813e"},"at":1795019090887,"kind":"gateway.stopped","monotonic":37450.363}', '9a0a241f36c3c7c3dbf8155a5886f8ba684e013dfdbafed40d8fc7c3bbd5ed39', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (37, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:14f112f24b5e806a4ce030f87f864268985948b8cf90cfc342348b411d096ff4","gateway":"81c4ac3e-d4bc-49b5-b8a5-9c23683331d8","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795019101607,"kind":"gateway.started","monotonic":9734.434}', '375feeda2448151bec4ee9a3e364781c9fb6e8cebf90f5cee02d6edf9666fb44', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (38, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":12,"digest":"sha256:d65dc375f554b634c774bcc6f8a2ce6e23f41d2641c9b19453755d3dc8546f01"},"at":1795019104251,"callId":"9d047d50-6efa-4548-a269-f8e3b6746ddc","connection_id":null,"correlationId":"2d055d28-3047-430d-b3c5-f2a83ea3a92f","correlation_id":"2d055d28-3047-430d-b3c5-f2a83ea3a92f","kind":"call.opened","monotonic":12378.244,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"close_ticket","tool_id":"close_ticket","traceId":"599cb922-bb64-47ad-89be-b7d424e8071c"}', '9fb0934476e75c27eb65ead6b7b000b4ea0f07eb61022371de2af56268cafc6e', '9d047d50-6efa-4548-a269-f8e3b6746ddc', 1795019104251);
INSERT INTO toolcourt.audit VALUES (39, '{"at":1795019104364,"callId":"9d047d50-6efa-4548-a269-f8e3b6746ddc","code":"answered","connection_id":null,"contract":"sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8","correlation_id":"2d055d28-3047-430d-b3c5-f2a83ea3a92f","fromCache":false,"kind":"call.closed","monotonic":12490.439,"ms":112.195,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","result":{"bytes":130,"digest":"sha256:0dd9ddac8e92e6e34cdc627c64a4dce6bdddf024acd496cbd4af2516d1ed0920"},"session_id":null,"shape":{"named":["number: number"]},"stage":"done","statement":"local-principal","status":"answered","target":{"address":"stdio","contract":"sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8","effect":"write","name":"close_ticket","server":"tickets"},"tool_id":"close_ticket"}', 'e0da5289887ee3d921b17216318909416efeed315c3f9f1e6d9e80999ee441cc', '9d047d50-6efa-4548-a269-f8e3b6746ddc', NULL);
INSERT INTO toolcourt.audit VALUES (40, '{"about":{"gateway":"81c4ac3e-d4bc-49b5-b8a5-9c23683331d8"},"at":1795019104601,"kind":"gateway.stopped","monotonic":12728.397}', '6a02e1b78da316966cb3f537a3a7574513a1d46205eb45fae889e4d258355a8e', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (41, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:14f112f24b5e806a4ce030f87f864268985948b8cf90cfc342348b411d096ff4","gateway":"c271bb82-369f-4d18-9732-052d65ed8079","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795019132991,"kind":"gateway.started","monotonic":27930.509}', 'd981c28ae95cce7fbbf6253e5f5b0a354060f0786ed4a46ef59c302bba574a70', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (42, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":13,"digest":"sha256:7c445349efd10252e224efce9091e1394c7f442a1737c4d0732f9ac6f901bba7"},"at":1795019139025,"callId":"993ba010-9116-45b9-8ae5-c29cecd5c9c9","connection_id":null,"correlationId":"65db6ba6-940e-4e1b-9b98-e75e4d72f0a6","correlation_id":"65db6ba6-940e-4e1b-9b98-e75e4d72f0a6","kind":"call.opened","monotonic":33963.83,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"find_ticket","tool_id":"find_ticket","traceId":"ce24a52c-c7d3-4b33-87ed-aa556cbbedf4"}', '34940425afe7e92b3c0b395c9b833af1ba8682638866b03b200ef3b6b1259e6b', '993ba010-9116-45b9-8ae5-c29cecd5c9c9', 1795019139025);
INSERT INTO toolcourt.audit VALUES (43, '{"at":1795019139062,"callId":"993ba010-9116-45b9-8ae5-c29cecd5c9c9","code":"output-invalid","connection_id":null,"correlation_id":"65db6ba6-940e-4e1b-9b98-e75e4d72f0a6","kind":"call.closed","monotonic":34001.024,"ms":37.194,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["number: number"]},"stage":"run","statement":"local-principal","status":"refused","target":{"address":"stdio","contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","effect":"write","name":"find_ticket","server":"tickets"},"tool_id":"find_ticket"}', '1e0f5fbe397001f7784fd46f9005d12da6f5d900fad7bf1cc3889e2f9c6659f5', '993ba010-9116-45b9-8ae5-c29cecd5c9c9', NULL);
INSERT INTO toolcourt.audit VALUES (44, '{"about":{"gateway":"c271bb82-369f-4d18-9732-052d65ed8079"},"at":1795019139141,"kind":"gateway.stopped","monotonic":34079.919}', '1a01e44c1f7736252d980402bff1163c291f8019611121b09403edbb8b0ac1fe', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (45, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:14f112f24b5e806a4ce030f87f864268985948b8cf90cfc342348b411d096ff4","gateway":"433c9d1f-8535-40d8-84c6-24e530dd8412","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795019155695,"kind":"gateway.started","monotonic":15728.275}', '0e5c309e3fb3926b781533338d3fc9f1697a65a96c277ca1e7e87a281149a899', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (46, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":13,"digest":"sha256:7b61b1cbcbcc385176c08b2244fb5d32aef168d90e43e48b5edd6c386307db30"},"at":1795019163824,"callId":"4bb48f03-5413-4c1c-b967-9368c6686f01","connection_id":null,"correlationId":"86829bee-7b10-44f5-92da-f68082c82932","correlation_id":"86829bee-7b10-44f5-92da-f68082c82932","kind":"call.opened","monotonic":23857.961,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"find_ticket","tool_id":"find_ticket","traceId":"22ca10a1-0ca3-4a4d-8526-9c2dad6a99b0"}', 'dc760636e67dafe09530c9553b9bba462261f106eb4b52ca82436cd30e56926d', '4bb48f03-5413-4c1c-b967-9368c6686f01', 1795019163824);
INSERT INTO toolcourt.audit VALUES (47, '{"about":{"operator":"operator:root","version":"sha256:a79c0bd8bd7ce320cd97bd94c76a6c850ada44111ac2cbbe617c01c644dd3323"},"at":1795019203490,"kind":"policy.put","monotonic":39048.298}', 'a1b69cff89ed2f20ed9e9b44ee08cd4c053632c0760bcedacc75bbb819a3a71f', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (48, '{"about":{"by":"operator:root","id":"c5e8970adeaef866b979df8c","kind":"token","name":"shop","owner":"local"},"at":1795019246303,"kind":"connection.added","monotonic":41736.171}', '5c9c4ee2a16992928197f5b9f2692447fd1bd872cf3478ea66da54e665e06bc8', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (49, '{"about":{"by":"operator:root","id":"59775ce283a73b9067290a3d","kind":"token","name":"gone","owner":"local"},"at":1795019269898,"kind":"connection.added","monotonic":22474.199}', '030a85bd3fb222f6da4bffc4426ba324b7c5753deab151ab41511415822f3090', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (50, '{"about":{"by":"operator:root","id":"59775ce283a73b9067290a3d","kind":"token","name":"gone","owner":"local"},"at":1795019318835,"kind":"connection.revoked","monotonic":48323.736}', '016472b85a200a47d89dabfb805a4e19e691a0d84393504c1b1d9b6acb13786e', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (51, '{"about":{"by":"operator:root","changed":2,"document":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","drafts":2,"gone":0,"notImported":0,"set":"shop"},"at":1795019352003,"kind":"draft.imported","monotonic":35736.024}', '3a09d69ba0032ab0207a5ce8f45eb2dc9ddf6a217f1004727c551726e15314fb', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (52, '{"about":{"by":"operator:root","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","name":"get_order","set":"shop","version":1,"way":"imported"},"at":1795019352003,"kind":"draft.written","monotonic":35736.647}', '2402f1be0f193b130320530526e0b2b8a844959625a077ee1452ef3967de45d3', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (53, '{"about":{"by":"operator:root","digest":"sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b","name":"list_orders","set":"shop","version":1,"way":"imported"},"at":1795019352003,"kind":"draft.written","monotonic":35736.793}', '1ac122de91c3ae0aedcdc8c0186f11e972f5e2d25489dc7bfb93062081eb74f0', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (54, '{"about":{"by":"operator:root","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","name":"get_order","set":"shop","to":"approved","version":2},"at":1795019490016,"kind":"draft.decided","monotonic":68792.591}', '223aeae9cad10a9683f6362cf4aa5df0438a671aaa7d2df1e9358211c0261308', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (55, '{"about":{"by":"operator:root","contracts":"sha256:45760188c9dd8f027de63ef9c43301f8258fe86bd2a8afd59823daf5dc5295ae","expiresAt":1795023149463,"id":"08649d3449274840f7fb77ace413c5ad","principal":"f495dfa9-38ca-4297-bf30-d4e324baca7e","reason":"sha256:2cff9baabf56ca002610e113bc94deb6ededddfc3c130365b6e88ed5195bf774","server":"local","tool":"hello","tools":1,"uses":3},"at":1795019549463,"kind":"grant.given","monotonic":57189.186}', '47896977fe2058dff9ba7cf3d2b20f525dfcadde6c5f80afb5d79c6478f6d4a4', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (56, '{"about":{"by":"operator:root","contracts":"sha256:45760188c9dd8f027de63ef9c43301f8258fe86bd2a8afd59823daf5dc5295ae","expiresAt":1795023197069,"id":"370fe8ff2a5e2fb5df8a6f477a9d9bc9","principal":"f495dfa9-38ca-4297-bf30-d4e324baca7e","reason":"sha256:325928dad748eb0ae3c41b0b54550f862e65478fe15e6619fa6eb4db290e6c4a","server":"local","tool":"hello","tools":1,"uses":3},"at":1795019597069,"kind":"grant.given","monotonic":45786.579}', '9c02450ef548de9793296122d3d56a08c8f55702803ec8194d89e6bf1c8d2d13', NULL, NULL);
INSERT INTO toolcourt.audit VALUES (57, '{"about":{"by":"operator:root","id":"370fe8ff2a5e2fb5df8a6f477a9d9bc9","principal":"f495dfa9-38ca-4297-bf30-d4e324baca7e","server":"local"},"at":1795019612794,"kind":"grant.revoked","monotonic":6972.857}', '61447f3509ccc21a0adf6bb4309d72ef6790549ca933882ef3731584f722b7f2', NULL, NULL);


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

INSERT INTO toolcourt.checkpoints VALUES (6, 'toolcourt-dc022e54-f19c-484e-b097-7870a4bf102f
6
COO16OV7wMZ1brzN8MfjB4QIvmjiUaHHfWPE0+Ld5H0=

— toolcourt-dc022e54-f19c-484e-b097-7870a4bf102f yPA/VupX/AKUbaWjungyYhkKMg3fxmA7o4osisZAU1IUX2hNNBTNJALJLVr3EvOkmyoGWqBtYTs3B6zgeLw6cxzAoA8=
');
INSERT INTO toolcourt.checkpoints VALUES (13, 'toolcourt-dc022e54-f19c-484e-b097-7870a4bf102f
13
9SDhArNs2Skhm49Xn9HS9RtTRMPQmUSpHCtEAwl6seM=

— toolcourt-dc022e54-f19c-484e-b097-7870a4bf102f yPA/Vhh1NNmIGO21yAX+sWl4QYE9wgz6XWrtDwwqomwA1/O7Pdlw/wHbmsHI+8ADAzAyRCAPNYicMDclT/Ldy2s3Tw4=
');
INSERT INTO toolcourt.checkpoints VALUES (18, 'toolcourt-dc022e54-f19c-484e-b097-7870a4bf102f
18
5xXC1PeZDTLD0Zhmv5dzNeYSnP6zUBUZn6KikB+ruTA=

— toolcourt-dc022e54-f19c-484e-b097-7870a4bf102f yPA/VmjpEOkfz4AdRKpxp7+LCV96a/3VxdKNfKd9R64jhbPdEbP6NH7RsoKiQbdAESrV9WHUTbg01t43iAGUWqPRwQs=
');
INSERT INTO toolcourt.checkpoints VALUES (25, 'toolcourt-dc022e54-f19c-484e-b097-7870a4bf102f
25
gKXB0S+hrv3MKcqOwH5jJeIb9SRSe6VDgHMnMhC5V0w=

— toolcourt-dc022e54-f19c-484e-b097-7870a4bf102f yPA/Vm6oK/95Tj7NTZdaf6PprUPRePPnSOhqoDYpKiosc8bBuSK/2eVXlm5C5XFyJBdeUqS+eFNLg/5RBLGsGyVZNgQ=
');
INSERT INTO toolcourt.checkpoints VALUES (32, 'toolcourt-dc022e54-f19c-484e-b097-7870a4bf102f
32
rdFZQ9hVZ3LU2MstngEdJU6tH6/r3uAyU0rKfkybavE=

— toolcourt-dc022e54-f19c-484e-b097-7870a4bf102f yPA/VkusXG7NTtQAmIriilYiLqvKQsBNTRk1QluBywTZcC2heBDw8BNm5aHR+Y91Fj8egur1aeNuati/N7X1LlILSA4=
');
INSERT INTO toolcourt.checkpoints VALUES (36, 'toolcourt-dc022e54-f19c-484e-b097-7870a4bf102f
36
uQVVDHx/K20QEvtu8oLhIPxm1IHcW0Ft3SKssqa2pIk=

— toolcourt-dc022e54-f19c-484e-b097-7870a4bf102f yPA/VkY8uQXPnUx9PwZqEae9rnFm2H7AZcuoqr3UrAgH7iVvkEs3gpC0vcS9Sjdfob2Mzwo9zJB6CgGWL1K4OhWykwc=
');
INSERT INTO toolcourt.checkpoints VALUES (40, 'toolcourt-dc022e54-f19c-484e-b097-7870a4bf102f
40
C2A5UND/9+HvgA+xqbiwceSE7gJIxKNxoq2Ow0hJavM=

— toolcourt-dc022e54-f19c-484e-b097-7870a4bf102f yPA/Vg2TZkMRZnI0RNdJDzi3j245eFpUd2aatMFyEm+9F5byULSIA8senImgvnGcu6HplpgqvlIgTSWlR4Ics2CrJAc=
');
INSERT INTO toolcourt.checkpoints VALUES (44, 'toolcourt-dc022e54-f19c-484e-b097-7870a4bf102f
44
eifv2VL0jm+d1Lj1ZmLfXqzDp5ThLXeaT4cXMdxw15s=

— toolcourt-dc022e54-f19c-484e-b097-7870a4bf102f yPA/Vj6Gp1EorZzejmMSNJall7fWKBE8kdMaUYKflRQNuz4/7OJs7jXaRHDXguIxJMsbERG9HQGKZGeRnWJgtlYXAgA=
');


--
-- Data for Name: connections; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.connections VALUES ('c5e8970adeaef866b979df8c', '', 'local', 'shop', 'active', 1, '{"kind":"token","origins":["https://api.example.com"],"users":"owner","levels":{},"tiers":[],"header":"authorization","prefix":"Bearer "}', '{"token":"tc1.1.jw0R394wzai92Y6P2ISAcLHMh4OdtWHyz-Ew_dXfNVs3y2zESW-8VHYOiddN-dURxw"}', 1795019245754, 1795019245754);
INSERT INTO toolcourt.connections VALUES ('59775ce283a73b9067290a3d', '', 'local', 'gone', 'revoked', 2, '{"kind":"token","origins":["https://api.example.com"],"users":"owner","levels":{},"tiers":[],"header":"authorization","prefix":"Bearer "}', '{}', 1795019269772, 1795019318834);


--
-- Data for Name: draft_changes; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.draft_changes VALUES (1, 2);


--
-- Data for Name: drafts; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.drafts VALUES ('shop', 'list_orders', 1, 'sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b', 'pending', NULL, 1795019352003, '{"tool":{"name":"list_orders","description":"Lists all orders of the shop.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{}},"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":true},"_meta":{"dev.toolcourt/contract":{"effect":"read"}}},"operation":{"method":"GET","path":"/orders","base":{"origin":"https://api.example.com","path":""},"parameters":[],"response":{"contentType":"application/json","shape":"object"},"security":[]},"provenance":{"from":"shop.yaml","documentDigest":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","pointer":"/paths/~1orders/get","edition":"3.1","title":"Shop","version":"1.0"},"notes":[],"writtenBy":"operator:root","importedDigest":"sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b"}');
INSERT INTO toolcourt.drafts VALUES ('shop', 'get_order', 2, 'sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98', 'approved', '{"kind":"approved","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","by":"operator:root","at":1795019490016}', 1795019490016, '{"tool":{"name":"get_order","description":"Finds one order of the shop by its number.","inputSchema":{"type":"object","properties":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"description":"The number of the order."}},"required":["id"],"additionalProperties":false}},"required":["path"],"additionalProperties":false},"outputSchema":{"type":"object","required":["id","status"],"properties":{"id":{"type":"integer","description":"The number of the order."},"status":{"type":"string","description":"Where the order is."}}},"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":true},"_meta":{"dev.toolcourt/contract":{"effect":"read"}}},"operation":{"method":"GET","path":"/orders/{id}","base":{"origin":"https://api.example.com","path":""},"parameters":[{"place":"path","name":"id","style":"simple","explode":false}],"response":{"contentType":"application/json","shape":"object"},"security":[]},"provenance":{"from":"shop.yaml","documentDigest":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","pointer":"/paths/~1orders~1{id}/get","edition":"3.1","title":"Shop","version":"1.0"},"notes":[],"writtenBy":"operator:root","importedDigest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98"}');


--
-- Data for Name: grants; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.grants VALUES ('08649d3449274840f7fb77ace413c5ad', 'local', 'hello', '{"hello":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf"}', 'login:ada', NULL, NULL, 'Import', 3, 0, 'active', 'operator:root', NULL, 1795019549463, 1795023149463, NULL, NULL);
INSERT INTO toolcourt.grants VALUES ('370fe8ff2a5e2fb5df8a6f477a9d9bc9', 'local', 'hello', '{"hello":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf"}', 'login:ada', NULL, NULL, 'Mistake', 3, 0, 'revoked', 'operator:root', NULL, 1795019597069, 1795023197069, 'operator:root', 1795019612794);


--
-- Data for Name: key_checks; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.key_checks VALUES (1, '\x4e7dfc477586b25a144e7e5adb73a066bfdca1fc4f0707cfe84cdd7e084755eaa22bad2e74229827649d9006daff03252357');


--
-- Data for Name: keys; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.keys VALUES ('', 'c5e8970adeaef866b979df8c', 1, 1, '\x63e42c26d6c706ec9c0bb6fce5767f1e19d3f403d579dedf52ff6387fea726606233d5ef9cac450f300ea41869ee99f6a64bad0655b09bfee87f7aa4');
INSERT INTO toolcourt.keys VALUES ('', '59775ce283a73b9067290a3d', 1, 1, '\x50275cc7d2b48bc269f3efbca04715254ef199592ecd27b4a1fcdd07a7d75736421585857b0fac072953709c80b5783739fa94c5030d18a4b45e4231');


--
-- Data for Name: migrations; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.migrations VALUES (1, '2026-11-18 16:20:35.266823+00');
INSERT INTO toolcourt.migrations VALUES (2, '2026-11-18 16:20:35.266823+00');
INSERT INTO toolcourt.migrations VALUES (3, '2026-11-18 16:20:35.266823+00');
INSERT INTO toolcourt.migrations VALUES (4, '2026-11-18 16:20:35.266823+00');
INSERT INTO toolcourt.migrations VALUES (5, '2026-11-18 16:20:35.266823+00');
INSERT INTO toolcourt.migrations VALUES (6, '2026-11-18 16:20:35.266823+00');
INSERT INTO toolcourt.migrations VALUES (7, '2026-11-18 16:20:35.266823+00');
INSERT INTO toolcourt.migrations VALUES (8, '2026-11-18 16:20:35.266823+00');
INSERT INTO toolcourt.migrations VALUES (9, '2026-11-18 16:20:35.266823+00');


--
-- Data for Name: personal; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.personal VALUES ('fbd00e2090b548398913631433653d429bc702ced14ddd8721e9d9ba74c8132c', 'f495dfa9-38ca-4297-bf30-d4e324baca7e', '5081bb86-a482-4385-823a-55143968b07b', '"login:ada"');


--
-- Data for Name: policies; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.policies VALUES (1, 'sha256:a79c0bd8bd7ce320cd97bd94c76a6c850ada44111ac2cbbe617c01c644dd3323', 'version: 1
statements:
  - { id: here, effect: allow, kinds: [local], tools: ["*/*"] }
...
', 'operator:root', 1795019203490);


--
-- Data for Name: results; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.results VALUES ('4e4eb4d8-d4ed-4136-b967-511ee1302e3c', '', 'local', 'local', 'hello', 'sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf', 1795018873503, 'sha256:814783aca5844f43207cc154b396be5bf03b86d65acda0e258d96810848b6258', '{"content":[{"type":"text","text":"{\"message\":\"Hello, Ada!\",\"timestamp\":\"2026-11-18T16:21:13.424Z\"}"}],"isError":false,"structuredContent":{"message":"Hello, Ada!","timestamp":"2026-11-18T16:21:13.424Z"}}');
INSERT INTO toolcourt.results VALUES ('5bb50195-773d-47f4-b0e2-eff32257a646', '', 'local', 'tickets', 'find_ticket', 'sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82', 1795019090392, 'sha256:e4c46576d303d5e1dbbe617bd48e0b53ae4d49e3dc12ca77452f1361c5163083', '{"content":[{"type":"text","text":"{\"number\":1,\"open\":true}"}],"isError":false,"structuredContent":{"number":1,"open":true}}');
INSERT INTO toolcourt.results VALUES ('9d047d50-6efa-4548-a269-f8e3b6746ddc', '', 'local', 'tickets', 'close_ticket', 'sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8', 1795019104364, 'sha256:0dd9ddac8e92e6e34cdc627c64a4dce6bdddf024acd496cbd4af2516d1ed0920', '{"content":[{"type":"text","text":"{\"number\":2,\"open\":false}"}],"isError":false,"structuredContent":{"number":2,"open":false}}');


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


