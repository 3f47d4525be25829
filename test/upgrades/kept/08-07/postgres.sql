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
    hash text NOT NULL
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

INSERT INTO toolcourt.approvals VALUES ('997727bc47ea8d186b9e7b7c3f4def07', '57b0c9eab59370449b76982fdf3f2b2ca0b6da17d4ff580b0b416167759c169b', '{"args_hash":"0ca56f392f82ad306de13098868519d3434cd1530a041aaca8350a1ad8e5cf5d","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795019448038,"id":"997727bc47ea8d186b9e7b7c3f4def07","max_uses":1,"nonce":"7ffcd6bda1fd8d8a7744c260809ae5af","not_before":1795018848038,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Ada"}', 'hello', 'local', '3a021e4e0ba5594c18f4c31b62a2c1652dd04b08711bd5f7efc446d6df060db7', 'operator', 'done', 1795018848038, 1795019448038, 'operator:root', 1795018872177, 'fc500c43-8841-4bdf-9310-a03b940270c5', NULL, 1, '[{"by":"operator:root","at":1795018872177}]');
INSERT INTO toolcourt.approvals VALUES ('45bf1118a8203b63df522baa575a3603', '7a43f65a25d827073e2c49db0a24290f0017c621270628a0993bfbcf61f9513d', '{"args_hash":"07ad3fe7994a820ac9d059b9ca2992b7798917e87ff532d141245a820ef242b7","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795019517354,"id":"45bf1118a8203b63df522baa575a3603","max_uses":1,"nonce":"784f01841f09b3fa926aa16475c8fff4","not_before":1795018917354,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Eve"}', 'hello', 'local', '4bffa43508e6b29fd7260816b747bac997a16a0e6e25de4262c2a3418a58dc6d', 'operator', 'denied', 1795018917354, 1795019517354, 'operator:root', 1795018955195, NULL, NULL, 1, '[]');
INSERT INTO toolcourt.approvals VALUES ('2511c61c5879df9df7626f6692b76f1c', '52aef999e264daff14c4350ee57820f9d6e9a9424e1c2eb2045e3c95e187292c', '{"args_hash":"39fcdc14d0cb1d4c4e0fc96ffc0983fb2298057abe2635a3f93b23130ad6fc47","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795019576571,"id":"2511c61c5879df9df7626f6692b76f1c","max_uses":1,"nonce":"61ad3b4f1168de74925138cc631f4261","not_before":1795018976571,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Cleo"}', 'hello', 'local', '612832b74518f837fbbf6ceb7e41b6fee97e15961babfb4120a30e933dd1557a', 'operator', 'approved', 1795018976571, 1795019576571, 'operator:root', 1795019021421, NULL, NULL, 1, '[{"by":"operator:root","at":1795019021421}]');
INSERT INTO toolcourt.approvals VALUES ('2f375632b2264c439008cd6df22c2912', 'c0e217a6549628b1f5bbd36a9064755b3726f496e66bfad055c7bba6845bbdb0', '{"args_hash":"57bc2a781fd9d8a11ab161d02cc95795b5c5db21a364fb4b12109b7799996efe","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795019650863,"id":"2f375632b2264c439008cd6df22c2912","max_uses":1,"nonce":"13c1e764acf6a0b167766d2449c2868c","not_before":1795019050863,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Bob"}', 'hello', 'local', '6d060a11e1ea78ac6b18142f4003ccf33cb1b7c490774d04df3b2c0b49c738ad', 'operator', 'pending', 1795019050863, 1795019650863, NULL, NULL, NULL, NULL, 1, '[]');


--
-- Data for Name: audit; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.audit VALUES (1, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:36647e22c0570fffabd32e5902d9f4e063f3339e43b89b8291d0919cbbf68b83","gateway":"f598f714-2c7d-4829-b332-e43f3414e0bd","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795018844858,"kind":"gateway.started","monotonic":9168.216}', '1c815d1cecd1343b8e2dc457906e15d19ac5716312bbc2275cfba132146a0faa');
INSERT INTO toolcourt.audit VALUES (2, '{"about":{"servers":2,"tools":2},"at":1795018847609,"kind":"lock.created","monotonic":11918.994}', 'e18b5c074004fe6553e1c297d788391447537fd5bfa6394d146453242268d048');
INSERT INTO toolcourt.audit VALUES (3, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:88bab6d8f6dc68a877064d584cbb5b6c50e74f617ea50d81d3a53c2ee6ffbc4f"},"at":1795018847988,"callId":"0cd80435-704f-48ac-a492-7c67b949e0b5","connection_id":null,"correlationId":"cfc92e9d-c55d-4c83-9991-bc0db558a243","correlation_id":"cfc92e9d-c55d-4c83-9991-bc0db558a243","kind":"call.opened","monotonic":12298.079,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"edb6e840-0076-466e-8904-8ac74f5a5deb"}', '6cfe7183dd35ad297deb4582e2bd953de0f559183d3a3b4a10020a340b13f1c8');
INSERT INTO toolcourt.audit VALUES (4, '{"about":{"digest":"57b0c9eab59370449b76982fdf3f2b2ca0b6da17d4ff580b0b416167759c169b","expiresAt":1795019448038,"from":"operator","id":"997727bc47ea8d186b9e7b7c3f4def07","requester":"local","tool":"hello"},"at":1795018848038,"kind":"approval.requested","monotonic":12348.565}', 'c08b4142cd4da228a422262a61462365a2d5c2fd7120bfeb7b0c87cdeb66eebd');
INSERT INTO toolcourt.audit VALUES (5, '{"at":1795018848046,"callId":"0cd80435-704f-48ac-a492-7c67b949e0b5","code":"approval-required","connection_id":null,"correlation_id":"cfc92e9d-c55d-4c83-9991-bc0db558a243","kind":"call.closed","monotonic":12356.077,"ms":57.997,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(3)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', '002190309ec9749be72d56006dd3546bfd0e369ac56a84a12e13a1e565de60d2');
INSERT INTO toolcourt.audit VALUES (6, '{"about":{"gateway":"f598f714-2c7d-4829-b332-e43f3414e0bd"},"at":1795018848094,"kind":"gateway.stopped","monotonic":12404.063}', '34dbd3e0e0cf5f8416bc9b42148acbb012f821873ea9fd131f0885235dd25b81');
INSERT INTO toolcourt.audit VALUES (7, '{"about":{"by":"operator:root","digest":"57b0c9eab59370449b76982fdf3f2b2ca0b6da17d4ff580b0b416167759c169b","expiresAt":1795019448038,"from":"operator","id":"997727bc47ea8d186b9e7b7c3f4def07","requester":"local","tool":"hello"},"at":1795018861422,"kind":"approval.shown","monotonic":8520.573}', '2d22bad224ee0acc6247b34e5a7b4f62414498c7d738e66da9a60f0ff04c6535');
INSERT INTO toolcourt.audit VALUES (8, '{"about":{"by":"operator:root","digest":"57b0c9eab59370449b76982fdf3f2b2ca0b6da17d4ff580b0b416167759c169b","expiresAt":1795019448038,"from":"operator","id":"997727bc47ea8d186b9e7b7c3f4def07","requester":"local","to":"approved","tool":"hello"},"at":1795018872177,"kind":"approval.decided","monotonic":10396.878}', 'c521181c26b79e698aa399d99372ce77f3a1ade67ce02130ca636cf265190399');
INSERT INTO toolcourt.audit VALUES (9, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:36647e22c0570fffabd32e5902d9f4e063f3339e43b89b8291d0919cbbf68b83","gateway":"595ffc49-2750-438c-ac2f-1bee23551b7f","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795018882679,"kind":"gateway.started","monotonic":10248.902}', 'bbcdeb9adf3382cfb1b45e845b58ec3363ea3682e3348b5e6026aa5081fc95c0');
INSERT INTO toolcourt.audit VALUES (10, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:88bab6d8f6dc68a877064d584cbb5b6c50e74f617ea50d81d3a53c2ee6ffbc4f"},"at":1795018884680,"callId":"fc500c43-8841-4bdf-9310-a03b940270c5","connection_id":null,"correlationId":"1d9fd494-eb85-434a-892a-6ec1b44ad794","correlation_id":"1d9fd494-eb85-434a-892a-6ec1b44ad794","kind":"call.opened","monotonic":12249.622,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"b4f70524-4856-485c-958c-bd7a282035ab"}', 'd24864ad8219faadad105d924d6bf6505f924777dd25b3ec7794f65eb448c41c');
INSERT INTO toolcourt.audit VALUES (11, '{"about":{"digest":"57b0c9eab59370449b76982fdf3f2b2ca0b6da17d4ff580b0b416167759c169b","expiresAt":1795019448038,"from":"operator","id":"997727bc47ea8d186b9e7b7c3f4def07","requester":"local","tool":"hello"},"at":1795018884793,"callId":"fc500c43-8841-4bdf-9310-a03b940270c5","kind":"approval.consumed","monotonic":12369.612}', 'c193d5742050e71da0db73d86a5ab24156bcd293dba8f524bfbc885992c7b8a9');
INSERT INTO toolcourt.audit VALUES (12, '{"approval":{"digest":"57b0c9eab59370449b76982fdf3f2b2ca0b6da17d4ff580b0b416167759c169b","id":"997727bc47ea8d186b9e7b7c3f4def07"},"at":1795018884842,"callId":"fc500c43-8841-4bdf-9310-a03b940270c5","code":"answered","connection_id":null,"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","correlation_id":"1d9fd494-eb85-434a-892a-6ec1b44ad794","fromCache":false,"kind":"call.closed","monotonic":12412.226,"ms":162.604,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","result":{"bytes":212,"digest":"sha256:21469a84267ba20c22708c8f709920e1496872c59ecb685f3d539c4b682ed5e6"},"session_id":null,"shape":{"named":["name: string(3)"]},"stage":"done","statement":"local-principal","status":"answered","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', '4f4bc4005288e36aadafe6570e62e7e89635c3a4c9852508aecd5510d9bb56fc');
INSERT INTO toolcourt.audit VALUES (13, '{"about":{"gateway":"595ffc49-2750-438c-ac2f-1bee23551b7f"},"at":1795018884932,"kind":"gateway.stopped","monotonic":12501.483}', '2fa35a10f5026622c831af5f928b24fe3268d6542352eea2f4a59bd28f8eb5e6');
INSERT INTO toolcourt.audit VALUES (14, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:36647e22c0570fffabd32e5902d9f4e063f3339e43b89b8291d0919cbbf68b83","gateway":"14ec1af5-7332-44a0-9045-aa4b255f10f2","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795018905893,"kind":"gateway.started","monotonic":20764.914}', '21d8ecc70e960fa0e11e43ec23680857c2839b7b5c686f5dc9e4344b24e3947f');
INSERT INTO toolcourt.audit VALUES (15, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:c21ff8939a6666c29aa3e48c70342eed9a268846fc801b5aca851350e01deae3"},"at":1795018916483,"callId":"0fdd5166-8242-485d-9a32-27789ac01d98","connection_id":null,"correlationId":"84587c86-c23d-4ee9-bf58-559963164814","correlation_id":"84587c86-c23d-4ee9-bf58-559963164814","kind":"call.opened","monotonic":31355.25,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"a825f3f0-7a8b-41dc-9935-5a9eada0b1cf"}', 'fab56e3dbb88b5be00e03d3eaf28f8c9dc48cc029268bd52d27e3ec63dfaefc4');
INSERT INTO toolcourt.audit VALUES (16, '{"about":{"digest":"7a43f65a25d827073e2c49db0a24290f0017c621270628a0993bfbcf61f9513d","expiresAt":1795019517354,"from":"operator","id":"45bf1118a8203b63df522baa575a3603","requester":"local","tool":"hello"},"at":1795018917354,"kind":"approval.requested","monotonic":32241.7}', 'a2acfed9b51f716f924f5fdaaf3cf73d1fbae92c693fe7d1cb73a0a95fb9b7e6');
INSERT INTO toolcourt.audit VALUES (17, '{"at":1795018917454,"callId":"0fdd5166-8242-485d-9a32-27789ac01d98","code":"approval-required","connection_id":null,"correlation_id":"84587c86-c23d-4ee9-bf58-559963164814","kind":"call.closed","monotonic":32326.314,"ms":971.064,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(3)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', '41c4258e4c86fb8c2789a5dfc2a8c5a15c108f723b35f79f9cccbd4c18b83fdd');
INSERT INTO toolcourt.audit VALUES (18, '{"about":{"gateway":"14ec1af5-7332-44a0-9045-aa4b255f10f2"},"at":1795018917989,"kind":"gateway.stopped","monotonic":32861.412}', '8613ea865e27f592c09b270cc078b1e2bb3440c033de57bccce7acdc1a9de9b7');
INSERT INTO toolcourt.audit VALUES (19, '{"about":{"by":"operator:root","digest":"7a43f65a25d827073e2c49db0a24290f0017c621270628a0993bfbcf61f9513d","expiresAt":1795019517354,"from":"operator","id":"45bf1118a8203b63df522baa575a3603","requester":"local","tool":"hello"},"at":1795018946658,"kind":"approval.shown","monotonic":7221.761}', '48bae913b34d89181463410be872a17648464b649df879089235e5d36e5763a5');
INSERT INTO toolcourt.audit VALUES (20, '{"about":{"by":"operator:root","digest":"7a43f65a25d827073e2c49db0a24290f0017c621270628a0993bfbcf61f9513d","expiresAt":1795019517354,"from":"operator","id":"45bf1118a8203b63df522baa575a3603","requester":"local","to":"denied","tool":"hello"},"at":1795018955195,"kind":"approval.decided","monotonic":8026.86}', 'd014a70e46609584d0e640735dc5e9a722f0cad7e25fd31c523a8f25c941597b');
INSERT INTO toolcourt.audit VALUES (21, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:36647e22c0570fffabd32e5902d9f4e063f3339e43b89b8291d0919cbbf68b83","gateway":"5f04aacf-4930-43ed-b440-573efae4ca6c","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795018971816,"kind":"gateway.started","monotonic":15877.764}', '7498d8ae561301701e1ae1a3955ca77e5284991c3e53a03b65162ee76263f89f');
INSERT INTO toolcourt.audit VALUES (22, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":15,"digest":"sha256:56b446afe3d8617a4a30a985b9e105fb117efd243a34f15ae531413774b663e4"},"at":1795018976372,"callId":"f0c1bc4b-631f-44cf-9506-06a996fa51b6","connection_id":null,"correlationId":"9f8ff5ef-a951-455e-9f4c-ef7fb9589113","correlation_id":"9f8ff5ef-a951-455e-9f4c-ef7fb9589113","kind":"call.opened","monotonic":20433.886,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"4418d1e1-7bfc-44fa-95de-8eabcb5322c7"}', 'fa4a88cc2af9305aa2563a40f73f9cacabb58778a3cf3156ff21440a853a072f');
INSERT INTO toolcourt.audit VALUES (23, '{"about":{"digest":"52aef999e264daff14c4350ee57820f9d6e9a9424e1c2eb2045e3c95e187292c","expiresAt":1795019576571,"from":"operator","id":"2511c61c5879df9df7626f6692b76f1c","requester":"local","tool":"hello"},"at":1795018976571,"kind":"approval.requested","monotonic":20633.502}', 'a0e032a01ef3649267a86619b8f8a42673a54b421fd0dca3164f0426343b17f6');
INSERT INTO toolcourt.audit VALUES (24, '{"at":1795018976594,"callId":"f0c1bc4b-631f-44cf-9506-06a996fa51b6","code":"approval-required","connection_id":null,"correlation_id":"9f8ff5ef-a951-455e-9f4c-ef7fb9589113","kind":"call.closed","monotonic":20656.353,"ms":222.467,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(4)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', 'e8e571b1323703b6d1412ee1f32bf4b76598451b6d775ef1122f3c039b900008');
INSERT INTO toolcourt.audit VALUES (25, '{"about":{"gateway":"5f04aacf-4930-43ed-b440-573efae4ca6c"},"at":1795018976763,"kind":"gateway.stopped","monotonic":20824.832}', 'c3a722fb46f44c87f6de5bb87c6a4fb259e3d2bcfb8082875d85ea676fddc9e5');
INSERT INTO toolcourt.audit VALUES (26, '{"about":{"by":"operator:root","digest":"52aef999e264daff14c4350ee57820f9d6e9a9424e1c2eb2045e3c95e187292c","expiresAt":1795019576571,"from":"operator","id":"2511c61c5879df9df7626f6692b76f1c","requester":"local","tool":"hello"},"at":1795019007073,"kind":"approval.shown","monotonic":15270.757}', '1afa8ffb9117fd06868abc2ac6a422dcf891de96a139514c3ef26faffbac3696');
INSERT INTO toolcourt.audit VALUES (27, '{"about":{"by":"operator:root","digest":"52aef999e264daff14c4350ee57820f9d6e9a9424e1c2eb2045e3c95e187292c","expiresAt":1795019576571,"from":"operator","id":"2511c61c5879df9df7626f6692b76f1c","requester":"local","to":"approved","tool":"hello"},"at":1795019021421,"kind":"approval.decided","monotonic":13449.299}', '1eb8ff2443fdbde6c9243d18acb793fccd4b34b3e4deb5884c45a6a7aecb99cb');
INSERT INTO toolcourt.audit VALUES (28, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:36647e22c0570fffabd32e5902d9f4e063f3339e43b89b8291d0919cbbf68b83","gateway":"009998ec-9890-4982-be93-b31f381217f7","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795019043833,"kind":"gateway.started","monotonic":22179.642}', '97cec6a9b127cb166b9a05a73a1d5ac7352ed8a11763d6a0b0b4002cc7af11de');
INSERT INTO toolcourt.audit VALUES (29, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:840c3985f212fbe59d713f02acf464269bdb7abe7fcd66fb40d52320ef0da799"},"at":1795019050348,"callId":"6844cc28-ac8b-4f36-ae88-e67b461ff5e4","connection_id":null,"correlationId":"d291d39f-6ce9-470f-a0dd-f21a3323c1b8","correlation_id":"d291d39f-6ce9-470f-a0dd-f21a3323c1b8","kind":"call.opened","monotonic":28695.217,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"5376a00c-1331-4119-af85-0d0890648704"}', 'cf28f5213161a27de1e56cff2f93abcd0a1e29a1fed1531cd32a13ada3e0f915');
INSERT INTO toolcourt.audit VALUES (30, '{"about":{"digest":"c0e217a6549628b1f5bbd36a9064755b3726f496e66bfad055c7bba6845bbdb0","expiresAt":1795019650863,"from":"operator","id":"2f375632b2264c439008cd6df22c2912","requester":"local","tool":"hello"},"at":1795019050863,"kind":"approval.requested","monotonic":29253.515}', '3e6962d67c22cfbfe719c586f563dba0f2e4621b5e2b83e92a35f09a8b414b76');
INSERT INTO toolcourt.audit VALUES (31, '{"at":1795019051161,"callId":"6844cc28-ac8b-4f36-ae88-e67b461ff5e4","code":"approval-required","connection_id":null,"correlation_id":"d291d39f-6ce9-470f-a0dd-f21a3323c1b8","kind":"call.closed","monotonic":29507.986,"ms":812.769,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(3)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', '558c0e25337cb75308034286788070e6380604d9a9217865b8e487600c4dfa97');
INSERT INTO toolcourt.audit VALUES (32, '{"about":{"gateway":"009998ec-9890-4982-be93-b31f381217f7"},"at":1795019051938,"kind":"gateway.stopped","monotonic":30285.009}', '8cbbee901bcb01339c47bdb84926460120e787eec160fa04a063c8afac30c520');
INSERT INTO toolcourt.audit VALUES (33, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:36647e22c0570fffabd32e5902d9f4e063f3339e43b89b8291d0919cbbf68b83","gateway":"68f38323-8107-48fd-85a4-cfc4be1da730","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795019083449,"kind":"gateway.started","monotonic":30120.628}', '47eabff1e705a98646985a524364d833da45e0d8261b1705b291ff9f83cdb97a');
INSERT INTO toolcourt.audit VALUES (34, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":12,"digest":"sha256:3d6a916e86efba9105154ea95dda8d8da47df173d931c23e7a346c7babd81a3e"},"at":1795019087946,"callId":"847673a5-f2ef-4f65-844e-ae9914e2dc72","connection_id":null,"correlationId":"fda9a6ca-9c3b-4a23-8bcf-2c17ad58a756","correlation_id":"fda9a6ca-9c3b-4a23-8bcf-2c17ad58a756","kind":"call.opened","monotonic":34617.528,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"find_ticket","tool_id":"find_ticket","traceId":"5c5fc56a-a416-4ad2-92e3-63ff2e19c82e"}', '3cd9596e02033ca860d04def6294b2066ae16d3b55309742cea67593f2c2561c');
INSERT INTO toolcourt.audit VALUES (35, '{"at":1795019088620,"callId":"847673a5-f2ef-4f65-844e-ae9914e2dc72","code":"answered","connection_id":null,"contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","correlation_id":"fda9a6ca-9c3b-4a23-8bcf-2c17ad58a756","fromCache":false,"kind":"call.closed","monotonic":35292.084,"ms":674.556,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","result":{"bytes":128,"digest":"sha256:e4c46576d303d5e1dbbe617bd48e0b53ae4d49e3dc12ca77452f1361c5163083"},"session_id":null,"shape":{"named":["number: number"]},"stage":"done","statement":"local-principal","status":"answered","target":{"address":"stdio","contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","effect":"write","name":"find_ticket","server":"tickets"},"tool_id":"find_ticket"}', '4fe3c1db1e44358f25c3be85b6d5c75c626310ca4a8ee7b62bf0ed8da9089768');
INSERT INTO toolcourt.audit VALUES (36, '{"about":{"gateway":"68f38323-8107-48fd-85a4-cfc4be1da730"},"at":1795019088984,"kind":"gateway.stopped","monotonic":35655.47}', '05dbd34adcee23a0e14ab61009cd7cd240b35409337e5f5277fe09e1114f9401');
INSERT INTO toolcourt.audit VALUES (37, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:36647e22c0570fffabd32e5902d9f4e063f3339e43b89b8291d0919cbbf68b83","gateway":"f24d4073-b186-486a-baa9-f2b9a8c0bc48","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795019100434,"kind":"gateway.started","monotonic":10520.182}', 'e5a916b8595b81e4bbec6b0662cacdab01a4c94fcf363c18a7ea35111b4a8698');
INSERT INTO toolcourt.audit VALUES (38, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":12,"digest":"sha256:d65dc375f554b634c774bcc6f8a2ce6e23f41d2641c9b19453755d3dc8546f01"},"at":1795019103855,"callId":"4463623d-e646-4e89-b433-86e87b0a1cbf","connection_id":null,"correlationId":"b43a2220-8437-46a3-9a43-e7cccd2e236e","correlation_id":"b43a2220-8437-46a3-9a43-e7cccd2e236e","kind":"call.opened","monotonic":13940.659,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"close_ticket","tool_id":"close_ticket","traceId":"a4fa61b8-9964-47e9-9c9b-5cdf00a13ce3"}', 'fcbff8d62c1b15f4042344c59e555a5fb18da68543d155f79dcd16bd06cf7079');
INSERT INTO toolcourt.audit VALUES (39, '{"at":1795019103999,"callId":"4463623d-e646-4e89-b433-86e87b0a1cbf","code":"answered","connection_id":null,"contract":"sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8","correlation_id":"b43a2220-8437-46a3-9a43-e7cccd2e236e","fromCache":false,"kind":"call.closed","monotonic":14085.407,"ms":144.748,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","result":{"bytes":130,"digest":"sha256:0dd9ddac8e92e6e34cdc627c64a4dce6bdddf024acd496cbd4af2516d1ed0920"},"session_id":null,"shape":{"named":["number: number"]},"stage":"done","statement":"local-principal","status":"answered","target":{"address":"stdio","contract":"sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8","effect":"write","name":"close_ticket","server":"tickets"},"tool_id":"close_ticket"}', '3cf34de34a35cc51aff53095676970a216157374b19015484a197640d82bf81a');
INSERT INTO toolcourt.audit VALUES (40, '{"about":{"gateway":"f24d4073-b186-486a-baa9-f2b9a8c0bc48"},"at":1795019104096,"kind":"gateway.stopped","monotonic":14182.214}', '83ba111dc244ccf3bd3d2dc36b1c1b15e4529038923e36669cccf4e3d1226f5e');
INSERT INTO toolcourt.audit VALUES (41, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:36647e22c0570fffabd32e5902d9f4e063f3339e43b89b8291d0919cbbf68b83","gateway":"da65c385-80ef-49c5-9ba3-4c5774987531","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795019132822,"kind":"gateway.started","monotonic":28388.161}', '2087c866f4f275bb6e6013f8fcaf912c9d9f422716c17dc50160a12de8f3c0ea');
INSERT INTO toolcourt.audit VALUES (42, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":13,"digest":"sha256:7c445349efd10252e224efce9091e1394c7f442a1737c4d0732f9ac6f901bba7"},"at":1795019138742,"callId":"854c7421-32d6-433f-a71a-bb5526edba77","connection_id":null,"correlationId":"eb2563c5-87d4-4365-bb53-4cd24a6dd3ff","correlation_id":"eb2563c5-87d4-4365-bb53-4cd24a6dd3ff","kind":"call.opened","monotonic":34308.208,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"find_ticket","tool_id":"find_ticket","traceId":"b99deb09-9c38-4161-a8b0-f21d8f10cb92"}', '2b4476053bb87fc4975d2d4b83e3a350bb189b3f69d087f0f4af13b1a351e888');
INSERT INTO toolcourt.audit VALUES (43, '{"at":1795019138931,"callId":"854c7421-32d6-433f-a71a-bb5526edba77","code":"output-invalid","connection_id":null,"correlation_id":"eb2563c5-87d4-4365-bb53-4cd24a6dd3ff","kind":"call.closed","monotonic":34497.105,"ms":188.897,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["number: number"]},"stage":"run","statement":"local-principal","status":"refused","target":{"address":"stdio","contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","effect":"write","name":"find_ticket","server":"tickets"},"tool_id":"find_ticket"}', '073f7c94f118a1844a09e5ea49a415e19071a767a9a17365611ef8ce035d6b43');
INSERT INTO toolcourt.audit VALUES (44, '{"about":{"gateway":"da65c385-80ef-49c5-9ba3-4c5774987531"},"at":1795019139048,"kind":"gateway.stopped","monotonic":34614.165}', '1d55466147ea087fc90e744de95fa66be035a55303934465497223e6e734eb93');
INSERT INTO toolcourt.audit VALUES (45, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:36647e22c0570fffabd32e5902d9f4e063f3339e43b89b8291d0919cbbf68b83","gateway":"e99ad736-410b-4398-a57d-4c3c467735d3","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795019155969,"kind":"gateway.started","monotonic":16817.515}', '3d037d264c5741dd22d4c794f8cab5a8b1a3e994cf21d025a5be65b8e9c94293');
INSERT INTO toolcourt.audit VALUES (46, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":13,"digest":"sha256:7b61b1cbcbcc385176c08b2244fb5d32aef168d90e43e48b5edd6c386307db30"},"at":1795019163931,"callId":"e844c075-9fcc-4d95-8444-cd4e2370cad4","connection_id":null,"correlationId":"45d53bc5-ebeb-4283-bae7-36d1e752e321","correlation_id":"45d53bc5-ebeb-4283-bae7-36d1e752e321","kind":"call.opened","monotonic":24779.554,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"find_ticket","tool_id":"find_ticket","traceId":"da5defb1-e1f8-4a1c-a6c8-3b9825ab730f"}', 'd9681eba773bae384680f082b052ab32a1f7ee37595eab679639265f7ebaf1e8');
INSERT INTO toolcourt.audit VALUES (47, '{"about":{"operator":"operator:root","version":"sha256:a79c0bd8bd7ce320cd97bd94c76a6c850ada44111ac2cbbe617c01c644dd3323"},"at":1795019195448,"kind":"policy.put","monotonic":30943.314}', '00c5edb7d5850bd6b249b2fed79f58478bbb8cf481da75da9e082ce8a61cedec');
INSERT INTO toolcourt.audit VALUES (48, '{"about":{"by":"operator:root","id":"4fe75e0e73b1779f357f9de5","kind":"token","name":"shop","owner":"local"},"at":1795019242863,"kind":"connection.added","monotonic":46484.691}', 'd79a940d9b789f0162501f9b76222289952f7024f044b3c9f2fa8895b9b887a4');
INSERT INTO toolcourt.audit VALUES (49, '{"about":{"by":"operator:root","id":"f1c22ab57caf80356deb4c9e","kind":"token","name":"gone","owner":"local"},"at":1795019264004,"kind":"connection.added","monotonic":19572.553}', '24e3c147ac6b65baad53ac4862d94fa2179421d8bca551716363a6e41eada37e');
INSERT INTO toolcourt.audit VALUES (50, '{"about":{"by":"operator:root","id":"f1c22ab57caf80356deb4c9e","kind":"token","name":"gone","owner":"local"},"at":1795019312641,"kind":"connection.revoked","monotonic":47942.21}', 'e8d6883e21bd06b9648da94bf4a3f0be9f28097825a314d3ab763e0ef4f15576');
INSERT INTO toolcourt.audit VALUES (51, '{"about":{"by":"operator:root","changed":2,"document":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","drafts":2,"gone":0,"notImported":0,"set":"shop"},"at":1795019342434,"kind":"draft.imported","monotonic":31512.682}', '4e96a482fc01d7000efc696c4054f72251773b190a83679ec85377a959d5a87a');
INSERT INTO toolcourt.audit VALUES (52, '{"about":{"by":"operator:root","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","name":"get_order","set":"shop","version":1,"way":"imported"},"at":1795019342434,"kind":"draft.written","monotonic":31513.228}', 'd7fac9f5fdcbbd27ee52dd767fc40d24bf70b703f802b0d870d5f194205a98d0');
INSERT INTO toolcourt.audit VALUES (53, '{"about":{"by":"operator:root","digest":"sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b","name":"list_orders","set":"shop","version":1,"way":"imported"},"at":1795019342434,"kind":"draft.written","monotonic":31513.346}', '4a5f0a65bff36e9b9bd866da3e3bb0dc40b475ce9c9a2ac9863657091858d9bd');
INSERT INTO toolcourt.audit VALUES (54, '{"about":{"by":"operator:root","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","name":"get_order","set":"shop","to":"approved","version":2},"at":1795019446464,"kind":"draft.decided","monotonic":58739.853}', '97090c71e347bde170fae7a77af60060eae018ba1124aee9ac164f9bbd154805');
INSERT INTO toolcourt.audit VALUES (55, '{"about":{"by":"operator:root","contracts":"sha256:45760188c9dd8f027de63ef9c43301f8258fe86bd2a8afd59823daf5dc5295ae","expiresAt":1795023123336,"id":"dddf11e393a967f33d1b840b3fd2fd9a","principal":"9015c125-9cea-49f1-a900-d0e15a8e0099","reason":"sha256:2cff9baabf56ca002610e113bc94deb6ededddfc3c130365b6e88ed5195bf774","server":"local","tool":"hello","tools":1,"uses":3},"at":1795019523336,"kind":"grant.given","monotonic":75296.287}', 'e5d3ddcb6701a302333350739e56c72d6e2927fb41818d9e07c4dd10cc3754af');
INSERT INTO toolcourt.audit VALUES (56, '{"about":{"by":"operator:root","contracts":"sha256:45760188c9dd8f027de63ef9c43301f8258fe86bd2a8afd59823daf5dc5295ae","expiresAt":1795023181567,"id":"d68e184cc656fa1a71b69bbb4c50459f","principal":"9015c125-9cea-49f1-a900-d0e15a8e0099","reason":"sha256:325928dad748eb0ae3c41b0b54550f862e65478fe15e6619fa6eb4db290e6c4a","server":"local","tool":"hello","tools":1,"uses":3},"at":1795019581567,"kind":"grant.given","monotonic":57356.447}', '997e86281d77a867926ccd12d480b017abca04c5cf7f07e367fa74d7f03c8095');
INSERT INTO toolcourt.audit VALUES (57, '{"about":{"by":"operator:root","id":"d68e184cc656fa1a71b69bbb4c50459f","principal":"9015c125-9cea-49f1-a900-d0e15a8e0099","server":"local"},"at":1795019604871,"kind":"grant.revoked","monotonic":7084.364}', 'afcbeaffb091bc1ea7d1c86bec1abb735b3a958909433d6c5d26a5a1f8c846b6');


--
-- Data for Name: begun; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.begun VALUES ('e844c075-9fcc-4d95-8444-cd4e2370cad4', 46, 1795019163931);


--
-- Data for Name: checkpoints; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.checkpoints VALUES (6, 'toolcourt-ef3aa38a-356e-4b1e-8c52-fc7580601e5f
6
JYT53wV+REol7EKa4orpOpr23CuNGh5uLKvoCCBrYOM=

— toolcourt-ef3aa38a-356e-4b1e-8c52-fc7580601e5f GvQJWjpdIjAT1rKz54jWuLBsCLHESJxVK+AV3s1N4fTbVGz0j12hHbi/CxPBn2FNdtWoVvIYV4hzXjhqRH3wLwuJHQ8=
');
INSERT INTO toolcourt.checkpoints VALUES (13, 'toolcourt-ef3aa38a-356e-4b1e-8c52-fc7580601e5f
13
6Kue+A9D0Chyry5BJmS+QtU81XKRZ174tZmA9vtI0o0=

— toolcourt-ef3aa38a-356e-4b1e-8c52-fc7580601e5f GvQJWov+oxHNGfc2H3tR4mmUwTXscFMItPQAmsXvA+qt9pxkb7lkauNiJOU/S1J3hMhtTHRCFwNF62zp7+Km/S0kKwc=
');
INSERT INTO toolcourt.checkpoints VALUES (18, 'toolcourt-ef3aa38a-356e-4b1e-8c52-fc7580601e5f
18
ywgSKppzpWQ7dEFlW+xhHUPNZfUBpqTix3pmXiu9+rs=

— toolcourt-ef3aa38a-356e-4b1e-8c52-fc7580601e5f GvQJWhTv0yA1AL+vmo+CmTJF6km+X/q2afBUeI5ljcGnJ/gSw1jJQFdjrf2+8U4h4qiPm08pU1o3zbQpOm1AWI5adQw=
');
INSERT INTO toolcourt.checkpoints VALUES (25, 'toolcourt-ef3aa38a-356e-4b1e-8c52-fc7580601e5f
25
G+RIXBNmAMoaNqhyZEcfnrs1bTBxyyk3WW30vHvzIuI=

— toolcourt-ef3aa38a-356e-4b1e-8c52-fc7580601e5f GvQJWkMiq9pD16wUOEvYeaHwINcAn+1IP7CBluddLy/l2aKv/G3NxGW+QOfiBX8zjCFQQ5vdqM48Eo9zxQX5lRbpqAk=
');
INSERT INTO toolcourt.checkpoints VALUES (32, 'toolcourt-ef3aa38a-356e-4b1e-8c52-fc7580601e5f
32
LTXhSJO5IIaRGFbpnC/x/XuFQ/7qqkf/cnNLlJj2GP0=

— toolcourt-ef3aa38a-356e-4b1e-8c52-fc7580601e5f GvQJWhzS3uhpNST979piXbjwL2yEGsoONuKnVatMFBRs1dSqcnlJD2mPIz1A6YrtAzWQ5Z151NspxMsDxB0bPpcXbAM=
');
INSERT INTO toolcourt.checkpoints VALUES (36, 'toolcourt-ef3aa38a-356e-4b1e-8c52-fc7580601e5f
36
QWInD+IFLRKG0qQl3YDW6zF2Ucq9zwHd237U03UBLoM=

— toolcourt-ef3aa38a-356e-4b1e-8c52-fc7580601e5f GvQJWiZfzdqR4E1t16BmpeW/Yjl5kFJ2JFFDDattU7YI3xmWpoJCel+PGifE9+Io2acUUCHjqECjxpWWiUmGuAs9KQg=
');
INSERT INTO toolcourt.checkpoints VALUES (40, 'toolcourt-ef3aa38a-356e-4b1e-8c52-fc7580601e5f
40
cEEFaO1oopKExcCQ6Zpo6VNv84BssTqeguAGhMUwQOg=

— toolcourt-ef3aa38a-356e-4b1e-8c52-fc7580601e5f GvQJWq/8IccoJXUib8Rnju3vy6FgGMdmnNQV0SVIpsDqWLPez4eBFnuHOtppsL4cr5pkHtLaSbS6JJ8hHKAbJlckSAo=
');
INSERT INTO toolcourt.checkpoints VALUES (44, 'toolcourt-ef3aa38a-356e-4b1e-8c52-fc7580601e5f
44
CfaZYMb1a/KY8UOntoPhp0GxzvoKIzRAiwX9hsZelOY=

— toolcourt-ef3aa38a-356e-4b1e-8c52-fc7580601e5f GvQJWjUBf13Kxv/FBmB3DeliXEVJnKG1qDRM+BLhk3P7NGe8ddfymhEbYnmc5omWVi4WeJ6GzOzqLPe5Q8Ry5/cb1A0=
');


--
-- Data for Name: connections; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.connections VALUES ('4fe75e0e73b1779f357f9de5', '', 'local', 'shop', 'active', 1, '{"kind":"token","origins":["https://api.example.com"],"users":"owner","levels":{},"tiers":[],"header":"authorization","prefix":"Bearer "}', '{"token":"tc1.1.dyQi5s3EoXu3sQAdOsy0Fxnx2JkuqNMlZaJvgd2mgQ0SlC1MGGwPS1xT1cOx2U_a_w"}', 1795019242464, 1795019242464);
INSERT INTO toolcourt.connections VALUES ('f1c22ab57caf80356deb4c9e', '', 'local', 'gone', 'revoked', 2, '{"kind":"token","origins":["https://api.example.com"],"users":"owner","levels":{},"tiers":[],"header":"authorization","prefix":"Bearer "}', '{}', 1795019263859, 1795019312641);


--
-- Data for Name: draft_changes; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.draft_changes VALUES (1, 2);


--
-- Data for Name: drafts; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.drafts VALUES ('shop', 'list_orders', 1, 'sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b', 'pending', NULL, 1795019342434, '{"tool":{"name":"list_orders","description":"Lists all orders of the shop.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{}},"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":true},"_meta":{"dev.toolcourt/contract":{"effect":"read"}}},"operation":{"method":"GET","path":"/orders","base":{"origin":"https://api.example.com","path":""},"parameters":[],"response":{"contentType":"application/json","shape":"object"},"security":[]},"provenance":{"from":"shop.yaml","documentDigest":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","pointer":"/paths/~1orders/get","edition":"3.1","title":"Shop","version":"1.0"},"notes":[],"writtenBy":"operator:root","importedDigest":"sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b"}');
INSERT INTO toolcourt.drafts VALUES ('shop', 'get_order', 2, 'sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98', 'approved', '{"kind":"approved","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","by":"operator:root","at":1795019446464}', 1795019446464, '{"tool":{"name":"get_order","description":"Finds one order of the shop by its number.","inputSchema":{"type":"object","properties":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"description":"The number of the order."}},"required":["id"],"additionalProperties":false}},"required":["path"],"additionalProperties":false},"outputSchema":{"type":"object","required":["id","status"],"properties":{"id":{"type":"integer","description":"The number of the order."},"status":{"type":"string","description":"Where the order is."}}},"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":true},"_meta":{"dev.toolcourt/contract":{"effect":"read"}}},"operation":{"method":"GET","path":"/orders/{id}","base":{"origin":"https://api.example.com","path":""},"parameters":[{"place":"path","name":"id","style":"simple","explode":false}],"response":{"contentType":"application/json","shape":"object"},"security":[]},"provenance":{"from":"shop.yaml","documentDigest":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","pointer":"/paths/~1orders~1{id}/get","edition":"3.1","title":"Shop","version":"1.0"},"notes":[],"writtenBy":"operator:root","importedDigest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98"}');


--
-- Data for Name: grants; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.grants VALUES ('dddf11e393a967f33d1b840b3fd2fd9a', 'local', 'hello', '{"hello":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf"}', 'login:ada', NULL, NULL, 'Import', 3, 0, 'active', 'operator:root', NULL, 1795019523336, 1795023123336, NULL, NULL);
INSERT INTO toolcourt.grants VALUES ('d68e184cc656fa1a71b69bbb4c50459f', 'local', 'hello', '{"hello":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf"}', 'login:ada', NULL, NULL, 'Mistake', 3, 0, 'revoked', 'operator:root', NULL, 1795019581567, 1795023181567, 'operator:root', 1795019604871);


--
-- Data for Name: key_checks; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.key_checks VALUES (1, '\xcb5e0d031e43542b9eaf5ba544ed0c38b81ab5e793dc0affc527c04fac9547f0fd15513105ce251f88037cbc1a64d018aedc');


--
-- Data for Name: keys; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.keys VALUES ('', '4fe75e0e73b1779f357f9de5', 1, 1, '\x05245075ed2f6fec4b3c4810b04a4d0901518efa80d812e61cc4542c280bdbd7c2a86834224f34a8f06f66b7d7fa415e2dc11cffb93218f29a747d6f');
INSERT INTO toolcourt.keys VALUES ('', 'f1c22ab57caf80356deb4c9e', 1, 1, '\xdd3b28efa96bb5b56730c6719ae489ad4e655c38e92d792d17f2c092cdebe2e9bc792230007432489b1ad9261bd4b2281da26900793deec6d2c43da2');


--
-- Data for Name: migrations; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.migrations VALUES (1, '2026-11-18 16:20:44.227392+00');
INSERT INTO toolcourt.migrations VALUES (2, '2026-11-18 16:20:44.227392+00');
INSERT INTO toolcourt.migrations VALUES (3, '2026-11-18 16:20:44.227392+00');
INSERT INTO toolcourt.migrations VALUES (4, '2026-11-18 16:20:44.227392+00');
INSERT INTO toolcourt.migrations VALUES (5, '2026-11-18 16:20:44.227392+00');
INSERT INTO toolcourt.migrations VALUES (6, '2026-11-18 16:20:44.227392+00');
INSERT INTO toolcourt.migrations VALUES (7, '2026-11-18 16:20:44.227392+00');


--
-- Data for Name: personal; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.personal VALUES ('fbd00e2090b548398913631433653d429bc702ced14ddd8721e9d9ba74c8132c', '9015c125-9cea-49f1-a900-d0e15a8e0099', '14f12c72-9a9b-4ffb-a719-9b3b601f6dbc', '"login:ada"');


--
-- Data for Name: policies; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.policies VALUES (1, 'sha256:a79c0bd8bd7ce320cd97bd94c76a6c850ada44111ac2cbbe617c01c644dd3323', 'version: 1
statements:
  - { id: here, effect: allow, kinds: [local], tools: ["*/*"] }
...
', 'operator:root', 1795019195448);


--
-- Data for Name: results; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.results VALUES ('fc500c43-8841-4bdf-9310-a03b940270c5', '', 'local', 'local', 'hello', 'sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf', 1795018884843, 'sha256:21469a84267ba20c22708c8f709920e1496872c59ecb685f3d539c4b682ed5e6', '{"content":[{"type":"text","text":"{\"message\":\"Hello, Ada!\",\"timestamp\":\"2026-11-18T16:21:24.824Z\"}"}],"isError":false,"structuredContent":{"message":"Hello, Ada!","timestamp":"2026-11-18T16:21:24.824Z"}}');
INSERT INTO toolcourt.results VALUES ('847673a5-f2ef-4f65-844e-ae9914e2dc72', '', 'local', 'tickets', 'find_ticket', 'sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82', 1795019088642, 'sha256:e4c46576d303d5e1dbbe617bd48e0b53ae4d49e3dc12ca77452f1361c5163083', '{"content":[{"type":"text","text":"{\"number\":1,\"open\":true}"}],"isError":false,"structuredContent":{"number":1,"open":true}}');
INSERT INTO toolcourt.results VALUES ('4463623d-e646-4e89-b433-86e87b0a1cbf', '', 'local', 'tickets', 'close_ticket', 'sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8', 1795019104000, 'sha256:0dd9ddac8e92e6e34cdc627c64a4dce6bdddf024acd496cbd4af2516d1ed0920', '{"content":[{"type":"text","text":"{\"number\":2,\"open\":false}"}],"isError":false,"structuredContent":{"number":2,"open":false}}');


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


