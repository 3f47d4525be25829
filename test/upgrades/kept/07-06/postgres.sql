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

INSERT INTO toolcourt.approvals VALUES ('f94c8d2c90114c33722382aa879040fd', '4c003d005695f574846e0d7ce5e05bfa3432c1ca09f01329e8782e2509053fb9', '{"args_hash":"0ca56f392f82ad306de13098868519d3434cd1530a041aaca8350a1ad8e5cf5d","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795022665393,"id":"f94c8d2c90114c33722382aa879040fd","max_uses":1,"nonce":"815aa2b1f8a2aad735fb9e07f679c49b","not_before":1795022065393,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Ada"}', 'hello', 'local', '3a021e4e0ba5594c18f4c31b62a2c1652dd04b08711bd5f7efc446d6df060db7', 'operator', 'done', 1795022065393, 1795022665393, 'operator:root', 1795022070603, 'e7f47931-89f6-45f6-afc2-cf06349f4ea1', NULL, 1, '[{"by":"operator:root","at":1795022070603}]');
INSERT INTO toolcourt.approvals VALUES ('91b670009d5c08436576358ba4791dbe', 'de6f8169cc504302f65875fa78279f6dff0754fd5884d0e5f472e35333c545df', '{"args_hash":"07ad3fe7994a820ac9d059b9ca2992b7798917e87ff532d141245a820ef242b7","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795022679081,"id":"91b670009d5c08436576358ba4791dbe","max_uses":1,"nonce":"e411a806169b44e8c08d9f2284e95dcc","not_before":1795022079081,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Eve"}', 'hello', 'local', '4bffa43508e6b29fd7260816b747bac997a16a0e6e25de4262c2a3418a58dc6d', 'operator', 'denied', 1795022079081, 1795022679081, 'operator:root', 1795022085006, NULL, NULL, 1, '[]');
INSERT INTO toolcourt.approvals VALUES ('f5cd9e1ea954f599ab8a673372ddac3e', '8cdb3e1d343ebd4950d3ab3bfb831bf1f77ea71dc95d646bd592fbbdc4034441', '{"args_hash":"39fcdc14d0cb1d4c4e0fc96ffc0983fb2298057abe2635a3f93b23130ad6fc47","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795022689048,"id":"f5cd9e1ea954f599ab8a673372ddac3e","max_uses":1,"nonce":"9aaeaf648504ce1b46af25cf8c8600cd","not_before":1795022089048,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Cleo"}', 'hello', 'local', '612832b74518f837fbbf6ceb7e41b6fee97e15961babfb4120a30e933dd1557a', 'operator', 'approved', 1795022089048, 1795022689048, 'operator:root', 1795022094816, NULL, NULL, 1, '[{"by":"operator:root","at":1795022094816}]');
INSERT INTO toolcourt.approvals VALUES ('d783a186f3622e4ef62fee888f5c6d9b', '054b181e26600d328b53adc3099c0561782ab274f9b27f2ed4939df074e465d4', '{"args_hash":"57bc2a781fd9d8a11ab161d02cc95795b5c5db21a364fb4b12109b7799996efe","connection":"local","contract_hash":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","expires_at":1795022698881,"id":"d783a186f3622e4ef62fee888f5c6d9b","max_uses":1,"nonce":"112d86ad2c17514aa99e2fdfc8fc25e7","not_before":1795022098881,"policy_version":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Bob"}', 'hello', 'local', '6d060a11e1ea78ac6b18142f4003ccf33cb1b7c490774d04df3b2c0b49c738ad', 'operator', 'pending', 1795022098881, 1795022698881, NULL, NULL, NULL, NULL, 1, '[]');


--
-- Data for Name: audit; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.audit VALUES (1, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:6a22113a360af342a5dc44944885c478579a5b3fc45df7c920a1d11d99ff1f91","gateway":"e72bcff0-e16a-4e79-804b-b1c5f512a470","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795022064627,"kind":"gateway.started","monotonic":2447.641}', '3d63c95b7ac5d5d53cd884eecf4f6a28687c3416c1124853ae26419f2f7aab3e');
INSERT INTO toolcourt.audit VALUES (2, '{"about":{"servers":2,"tools":2},"at":1795022065349,"kind":"lock.created","monotonic":3169.898}', '8f2e726a88831f122c990735c6d45fc930acbb370a945b46c7157b5bbd717b7a');
INSERT INTO toolcourt.audit VALUES (3, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:88bab6d8f6dc68a877064d584cbb5b6c50e74f617ea50d81d3a53c2ee6ffbc4f"},"at":1795022065381,"callId":"3cf07f7c-27a5-4c2c-9563-baa99a26d84e","connection_id":null,"correlationId":"d0ff1c26-e5dd-486d-b4c5-234ba0cd9347","correlation_id":"d0ff1c26-e5dd-486d-b4c5-234ba0cd9347","kind":"call.opened","monotonic":3201.657,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"15f0cb3c-351d-4c17-bc01-ece6d8b2b8fc"}', 'c074cd54ca4e3d6f170bbe61e3a30818d49a9f0b5bfb1485cfceea06a8b07504');
INSERT INTO toolcourt.audit VALUES (4, '{"about":{"digest":"4c003d005695f574846e0d7ce5e05bfa3432c1ca09f01329e8782e2509053fb9","expiresAt":1795022665393,"from":"operator","id":"f94c8d2c90114c33722382aa879040fd","requester":"local","tool":"hello"},"at":1795022065393,"kind":"approval.requested","monotonic":3214.732}', 'cb04481808eb778cd4db13873a0ea84c78c60ef9c5c2cf57b3205fa44fc9fd55');
INSERT INTO toolcourt.audit VALUES (5, '{"at":1795022065403,"callId":"3cf07f7c-27a5-4c2c-9563-baa99a26d84e","code":"approval-required","connection_id":null,"correlation_id":"d0ff1c26-e5dd-486d-b4c5-234ba0cd9347","kind":"call.closed","monotonic":3224.326,"ms":22.669,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(3)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', '2622799a027ddde8b6c0f07943a7d00317f4a4aa5cacc273684d79e28f203aaf');
INSERT INTO toolcourt.audit VALUES (6, '{"about":{"gateway":"e72bcff0-e16a-4e79-804b-b1c5f512a470"},"at":1795022065460,"kind":"gateway.stopped","monotonic":3281.187}', '74ffb18416ecda5addfb776fbf5137e5e7f2881fe95f2d006ad6e7e5fd8be064');
INSERT INTO toolcourt.audit VALUES (7, '{"about":{"by":"operator:root","digest":"4c003d005695f574846e0d7ce5e05bfa3432c1ca09f01329e8782e2509053fb9","expiresAt":1795022665393,"from":"operator","id":"f94c8d2c90114c33722382aa879040fd","requester":"local","tool":"hello"},"at":1795022068884,"kind":"approval.shown","monotonic":1618.576}', '5d34f87e502c014ae65b529ffcaba494d84d599860a7b13a97007c19bfc8153d');
INSERT INTO toolcourt.audit VALUES (8, '{"about":{"by":"operator:root","digest":"4c003d005695f574846e0d7ce5e05bfa3432c1ca09f01329e8782e2509053fb9","expiresAt":1795022665393,"from":"operator","id":"f94c8d2c90114c33722382aa879040fd","requester":"local","to":"approved","tool":"hello"},"at":1795022070603,"kind":"approval.decided","monotonic":1620.455}', '2942a083abc17c0f7961824018663ae3b423b13d709a8caff6c9482ce4a070d8');
INSERT INTO toolcourt.audit VALUES (9, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:6a22113a360af342a5dc44944885c478579a5b3fc45df7c920a1d11d99ff1f91","gateway":"68c977de-f9da-46c6-a22d-a5136646ac56","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795022073171,"kind":"gateway.started","monotonic":2488.163}', 'abcd75bfe7cc6da4bfff337051ded45c389d223a1cd4053f1a548757a445b057');
INSERT INTO toolcourt.audit VALUES (10, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:88bab6d8f6dc68a877064d584cbb5b6c50e74f617ea50d81d3a53c2ee6ffbc4f"},"at":1795022073799,"callId":"e7f47931-89f6-45f6-afc2-cf06349f4ea1","connection_id":null,"correlationId":"61d170ad-b143-4c69-8673-47d21475ed40","correlation_id":"61d170ad-b143-4c69-8673-47d21475ed40","kind":"call.opened","monotonic":3116.059,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"a4385b11-db2a-4706-9027-4110e6f1ebe2"}', 'ccffeab422695548a98d3a3ff29f8f39475f3fd2ccfdff85c941094dcc3a8177');
INSERT INTO toolcourt.audit VALUES (11, '{"about":{"digest":"4c003d005695f574846e0d7ce5e05bfa3432c1ca09f01329e8782e2509053fb9","expiresAt":1795022665393,"from":"operator","id":"f94c8d2c90114c33722382aa879040fd","requester":"local","tool":"hello"},"at":1795022073815,"callId":"e7f47931-89f6-45f6-afc2-cf06349f4ea1","kind":"approval.consumed","monotonic":3132.204}', '80c04199b9ef692d0ce9302e65d22e320c6a438647ff9761a2246cfa40ef6638');
INSERT INTO toolcourt.audit VALUES (12, '{"approval":{"digest":"4c003d005695f574846e0d7ce5e05bfa3432c1ca09f01329e8782e2509053fb9","id":"f94c8d2c90114c33722382aa879040fd"},"at":1795022073859,"callId":"e7f47931-89f6-45f6-afc2-cf06349f4ea1","code":"answered","connection_id":null,"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","correlation_id":"61d170ad-b143-4c69-8673-47d21475ed40","fromCache":false,"kind":"call.closed","monotonic":3176.487,"ms":60.429,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","result":{"bytes":212,"digest":"sha256:0f24e46b97d43eb7e673abb0c7886db616358ec3959162fbb50f5c6a30a21fe4"},"session_id":null,"shape":{"named":["name: string(3)"]},"stage":"done","statement":"local-principal","status":"answered","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', '1c864bffcab3a90311ffb059d150051ed75f81fb24b0a2558427e1e68e665435');
INSERT INTO toolcourt.audit VALUES (13, '{"about":{"gateway":"68c977de-f9da-46c6-a22d-a5136646ac56"},"at":1795022073921,"kind":"gateway.stopped","monotonic":3237.749}', '469bfd8559af58c8e13831ba40267b84c9ea1cce4ce9a562157e459efc3eba10');
INSERT INTO toolcourt.audit VALUES (14, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:6a22113a360af342a5dc44944885c478579a5b3fc45df7c920a1d11d99ff1f91","gateway":"f659c3c2-4bbc-4cab-aba1-6876100f3fb1","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795022078247,"kind":"gateway.started","monotonic":4220.021}', '39f881aeaf4fd7f211a9d4656ff1c0fe191ce84e791fdcfc75e5b310f5a89b23');
INSERT INTO toolcourt.audit VALUES (15, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:c21ff8939a6666c29aa3e48c70342eed9a268846fc801b5aca851350e01deae3"},"at":1795022079026,"callId":"12a69df2-1fee-4f73-8a12-809584db9bdb","connection_id":null,"correlationId":"909032c3-70c9-456b-b948-62c69e46ca2f","correlation_id":"909032c3-70c9-456b-b948-62c69e46ca2f","kind":"call.opened","monotonic":4999.143,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"85eb141c-f809-49be-aaf5-075ddeebd46c"}', '3df80cb4c75cf30f925f5c3baccb74ab8db99a8a8f3adec78bd2f472a86529a6');
INSERT INTO toolcourt.audit VALUES (16, '{"about":{"digest":"de6f8169cc504302f65875fa78279f6dff0754fd5884d0e5f472e35333c545df","expiresAt":1795022679081,"from":"operator","id":"91b670009d5c08436576358ba4791dbe","requester":"local","tool":"hello"},"at":1795022079081,"kind":"approval.requested","monotonic":5054.893}', 'c059e1ad4dfcff06216c843fbb2f6bfc58b3e33614ee5a36f65699917fcace7a');
INSERT INTO toolcourt.audit VALUES (49, '{"about":{"by":"operator:root","id":"6c28d99cf63ce2c9755f2306","kind":"token","name":"gone","owner":"local"},"at":1795022121937,"kind":"connection.added","monotonic":1941.276}', '6d02eff5dbc4f6b8c0f081964246687ecb552d44767f12b643679967f97172bf');
INSERT INTO toolcourt.audit VALUES (17, '{"at":1795022079100,"callId":"12a69df2-1fee-4f73-8a12-809584db9bdb","code":"approval-required","connection_id":null,"correlation_id":"909032c3-70c9-456b-b948-62c69e46ca2f","kind":"call.closed","monotonic":5072.566,"ms":73.423,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(3)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', 'cb7c7388ab0d83acf1d6e482c2aa176ddc9af4e6247313c52c27862e1bf6efa7');
INSERT INTO toolcourt.audit VALUES (18, '{"about":{"gateway":"f659c3c2-4bbc-4cab-aba1-6876100f3fb1"},"at":1795022079168,"kind":"gateway.stopped","monotonic":5140.368}', '0daefade2b6c35a396f0bea8ebb692bcad440fed849216ae2fcee7ada1f7e3e3');
INSERT INTO toolcourt.audit VALUES (19, '{"about":{"by":"operator:root","digest":"de6f8169cc504302f65875fa78279f6dff0754fd5884d0e5f472e35333c545df","expiresAt":1795022679081,"from":"operator","id":"91b670009d5c08436576358ba4791dbe","requester":"local","tool":"hello"},"at":1795022083164,"kind":"approval.shown","monotonic":2038.524}', 'd4d46a90c4a284ba2695e2720c95c14afae42117838df13d2b0ea9f6e2182895');
INSERT INTO toolcourt.audit VALUES (20, '{"about":{"by":"operator:root","digest":"de6f8169cc504302f65875fa78279f6dff0754fd5884d0e5f472e35333c545df","expiresAt":1795022679081,"from":"operator","id":"91b670009d5c08436576358ba4791dbe","requester":"local","to":"denied","tool":"hello"},"at":1795022085006,"kind":"approval.decided","monotonic":1727.408}', '9962a47a0ae3d7ded57320ffc14646991e26838a13fade633a8eb4beb64dbc48');
INSERT INTO toolcourt.audit VALUES (21, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:6a22113a360af342a5dc44944885c478579a5b3fc45df7c920a1d11d99ff1f91","gateway":"315083a6-24a0-42d8-9013-f310e9646429","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795022088225,"kind":"gateway.started","monotonic":3171.073}', '8e7176956c9998f73d53347656dbeccddab60705a4b99b90b60e36d37cc73ddb');
INSERT INTO toolcourt.audit VALUES (22, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":15,"digest":"sha256:56b446afe3d8617a4a30a985b9e105fb117efd243a34f15ae531413774b663e4"},"at":1795022089013,"callId":"c896c330-ff45-4461-af0b-25d666aa5295","connection_id":null,"correlationId":"a7f2b64b-1d7c-4e85-b2c6-02c18b540671","correlation_id":"a7f2b64b-1d7c-4e85-b2c6-02c18b540671","kind":"call.opened","monotonic":3958.873,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"8ab96f37-febb-458f-9dd8-51143dc59b1e"}', 'c8bb21d54e7dfb8148b4ecfdb8b7dede6741ce19b89a54f0a3eff9d9ba6234fe');
INSERT INTO toolcourt.audit VALUES (23, '{"about":{"digest":"8cdb3e1d343ebd4950d3ab3bfb831bf1f77ea71dc95d646bd592fbbdc4034441","expiresAt":1795022689048,"from":"operator","id":"f5cd9e1ea954f599ab8a673372ddac3e","requester":"local","tool":"hello"},"at":1795022089048,"kind":"approval.requested","monotonic":3994.519}', '03614d829f5b15e4c81dff56c0355eb434aa4fd4018275c3185a252da058a98c');
INSERT INTO toolcourt.audit VALUES (24, '{"at":1795022089065,"callId":"c896c330-ff45-4461-af0b-25d666aa5295","code":"approval-required","connection_id":null,"correlation_id":"a7f2b64b-1d7c-4e85-b2c6-02c18b540671","kind":"call.closed","monotonic":4010.712,"ms":51.839,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(4)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', 'c8f8f62b2f284a5b820db08150638a2767f311c47d26478dd960ec85883654df');
INSERT INTO toolcourt.audit VALUES (25, '{"about":{"gateway":"315083a6-24a0-42d8-9013-f310e9646429"},"at":1795022089161,"kind":"gateway.stopped","monotonic":4107.123}', '764ba6ecf4b2065c9871c4eec64fa8060acca0b22b286e8618ae118e8aa6d521');
INSERT INTO toolcourt.audit VALUES (26, '{"about":{"by":"operator:root","digest":"8cdb3e1d343ebd4950d3ab3bfb831bf1f77ea71dc95d646bd592fbbdc4034441","expiresAt":1795022689048,"from":"operator","id":"f5cd9e1ea954f599ab8a673372ddac3e","requester":"local","tool":"hello"},"at":1795022092888,"kind":"approval.shown","monotonic":1727.238}', '10e6950746e84b212bdc5acae9e88ce027426b3a76ef311f21ab6088feb1c6db');
INSERT INTO toolcourt.audit VALUES (27, '{"about":{"by":"operator:root","digest":"8cdb3e1d343ebd4950d3ab3bfb831bf1f77ea71dc95d646bd592fbbdc4034441","expiresAt":1795022689048,"from":"operator","id":"f5cd9e1ea954f599ab8a673372ddac3e","requester":"local","to":"approved","tool":"hello"},"at":1795022094816,"kind":"approval.decided","monotonic":1812.001}', '7caff29dc34fabe65392279ba7769c87415bb0f76823c51b8491b38b261e54ca');
INSERT INTO toolcourt.audit VALUES (28, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:6a22113a360af342a5dc44944885c478579a5b3fc45df7c920a1d11d99ff1f91","gateway":"9bbb8966-836c-4ebc-a974-bd4fa421bfcd","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795022097872,"kind":"gateway.started","monotonic":2980.74}', '6fc72b96aabe24388eb3ecb60e023216f588ab3488006ca087401e6670337359');
INSERT INTO toolcourt.audit VALUES (29, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:840c3985f212fbe59d713f02acf464269bdb7abe7fcd66fb40d52320ef0da799"},"at":1795022098848,"callId":"a292487a-d72a-4258-b295-18c148afe75c","connection_id":null,"correlationId":"7d4f725f-5ab8-412b-8af2-d4c23d958de0","correlation_id":"7d4f725f-5ab8-412b-8af2-d4c23d958de0","kind":"call.opened","monotonic":3956.885,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"hello","tool_id":"hello","traceId":"3468fe0f-f8f6-4a1f-b328-ccc5658d271d"}', '13ed9a87451e7b1c2158b7a8430a55a4cf44fbe0bbe26da7989c01219ed41906');
INSERT INTO toolcourt.audit VALUES (30, '{"about":{"digest":"054b181e26600d328b53adc3099c0561782ab274f9b27f2ed4939df074e465d4","expiresAt":1795022698881,"from":"operator","id":"d783a186f3622e4ef62fee888f5c6d9b","requester":"local","tool":"hello"},"at":1795022098881,"kind":"approval.requested","monotonic":3999.146}', 'adef5cae40f3debed67a575ce6460fc162bd0e7e9d9afc01cb5cf9c9f3f98f62');
INSERT INTO toolcourt.audit VALUES (31, '{"at":1795022098922,"callId":"a292487a-d72a-4258-b295-18c148afe75c","code":"approval-required","connection_id":null,"correlation_id":"7d4f725f-5ab8-412b-8af2-d4c23d958de0","kind":"call.closed","monotonic":4031.115,"ms":74.23,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["name: string(3)"]},"stage":"approve","statement":"local-principal","status":"refused","target":{"contract":"sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf","effect":"read","name":"hello","server":"local"},"tool_id":"hello"}', 'e42d12fd4dfef582836b4cd61396bb536675a9e20388809365ec1da6261923b0');
INSERT INTO toolcourt.audit VALUES (32, '{"about":{"gateway":"9bbb8966-836c-4ebc-a974-bd4fa421bfcd"},"at":1795022098982,"kind":"gateway.stopped","monotonic":4091.576}', '332c3ef224a82bf5cbcf0d041b2bbcdd805ce8dc4bb5ed09d4debef0547ee8dc');
INSERT INTO toolcourt.audit VALUES (33, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:6a22113a360af342a5dc44944885c478579a5b3fc45df7c920a1d11d99ff1f91","gateway":"315069b1-45bf-47ff-be96-c443ef6900cd","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795022102007,"kind":"gateway.started","monotonic":2943.353}', 'edf7070785d5797b3103a04aaffd84942a34e3dbed71f981c5808069fd7f0c60');
INSERT INTO toolcourt.audit VALUES (34, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":12,"digest":"sha256:3d6a916e86efba9105154ea95dda8d8da47df173d931c23e7a346c7babd81a3e"},"at":1795022103071,"callId":"eeec43c6-4615-4570-a43c-2f4effb294c1","connection_id":null,"correlationId":"04e45f81-1ad0-4fd5-a506-a4fe71dde840","correlation_id":"04e45f81-1ad0-4fd5-a506-a4fe71dde840","kind":"call.opened","monotonic":4007.356,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"find_ticket","tool_id":"find_ticket","traceId":"8f5d4b35-b51b-4268-9129-da61c6555880"}', '88f0f756dbd25ff1c3945df519aaa217886e93d5c0b6bf2f6fc1714ecb4965a5');
INSERT INTO toolcourt.audit VALUES (35, '{"at":1795022103082,"callId":"eeec43c6-4615-4570-a43c-2f4effb294c1","code":"answered","connection_id":null,"contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","correlation_id":"04e45f81-1ad0-4fd5-a506-a4fe71dde840","fromCache":false,"kind":"call.closed","monotonic":4018.769,"ms":11.413,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","result":{"bytes":128,"digest":"sha256:e4c46576d303d5e1dbbe617bd48e0b53ae4d49e3dc12ca77452f1361c5163083"},"session_id":null,"shape":{"named":["number: number"]},"stage":"done","statement":"local-principal","status":"answered","target":{"address":"stdio","contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","effect":"write","name":"find_ticket","server":"tickets"},"tool_id":"find_ticket"}', 'd264b935c81174c918c0d847d2bba3d7e211b86297be4e363a6e862be6c14056');
INSERT INTO toolcourt.audit VALUES (36, '{"about":{"gateway":"315069b1-45bf-47ff-be96-c443ef6900cd"},"at":1795022103139,"kind":"gateway.stopped","monotonic":4075.998}', '2f9035ed036533872f29a7272e107859918713823688b34755801b4a3b50b801');
INSERT INTO toolcourt.audit VALUES (37, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:6a22113a360af342a5dc44944885c478579a5b3fc45df7c920a1d11d99ff1f91","gateway":"d59fa001-4857-40dd-814e-1c73b1df979d","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795022108502,"kind":"gateway.started","monotonic":5153.506}', 'fe91bd2bb00636aa691a1a775f63bb66db4c57194caebeb1e17fa961810888bf');
INSERT INTO toolcourt.audit VALUES (38, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":12,"digest":"sha256:d65dc375f554b634c774bcc6f8a2ce6e23f41d2641c9b19453755d3dc8546f01"},"at":1795022109380,"callId":"d11440e8-7384-4db5-995f-a48bab751090","connection_id":null,"correlationId":"86c3cd2d-c82c-432c-8dd4-fb2a690f0d2a","correlation_id":"86c3cd2d-c82c-432c-8dd4-fb2a690f0d2a","kind":"call.opened","monotonic":6031.379,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"close_ticket","tool_id":"close_ticket","traceId":"fc65f82d-b2e9-45a2-812f-3ff78056e053"}', 'fc9d8b3e1a60aecb840f9280b2ae30437021860ca56ec561528dd9c21184f192');
INSERT INTO toolcourt.audit VALUES (39, '{"at":1795022109392,"callId":"d11440e8-7384-4db5-995f-a48bab751090","code":"answered","connection_id":null,"contract":"sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8","correlation_id":"86c3cd2d-c82c-432c-8dd4-fb2a690f0d2a","fromCache":false,"kind":"call.closed","monotonic":6043.889,"ms":12.51,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","result":{"bytes":130,"digest":"sha256:0dd9ddac8e92e6e34cdc627c64a4dce6bdddf024acd496cbd4af2516d1ed0920"},"session_id":null,"shape":{"named":["number: number"]},"stage":"done","statement":"local-principal","status":"answered","target":{"address":"stdio","contract":"sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8","effect":"write","name":"close_ticket","server":"tickets"},"tool_id":"close_ticket"}', 'f29545b8f4bda9a7eeab3f14875e27d08cf71dabe69f5890dece34009b14f8f3');
INSERT INTO toolcourt.audit VALUES (40, '{"about":{"gateway":"d59fa001-4857-40dd-814e-1c73b1df979d"},"at":1795022109447,"kind":"gateway.stopped","monotonic":6098.678}', '77407c5bf7f92d81ae624c66d2a7ff75dbd4256af59e493cd0403be6ae5e540c');
INSERT INTO toolcourt.audit VALUES (41, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:6a22113a360af342a5dc44944885c478579a5b3fc45df7c920a1d11d99ff1f91","gateway":"ace90eb8-b3a7-469c-9d4f-433ba392a91a","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795022112474,"kind":"gateway.started","monotonic":2945.568}', '08dc92d938f975e47117bf4678caf33baab25f66306a135ae8b54547e7f58309');
INSERT INTO toolcourt.audit VALUES (42, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":13,"digest":"sha256:7c445349efd10252e224efce9091e1394c7f442a1737c4d0732f9ac6f901bba7"},"at":1795022113171,"callId":"626c75ed-48d3-426d-98aa-ffdf4423ec2a","connection_id":null,"correlationId":"ba2371c4-53ac-484f-b2ff-29343fb64daa","correlation_id":"ba2371c4-53ac-484f-b2ff-29343fb64daa","kind":"call.opened","monotonic":3642.447,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"find_ticket","tool_id":"find_ticket","traceId":"801f5a4d-3f79-431e-9987-76716b85226a"}', 'df2946ce49398b77115652137ce315168990b6ea709809e13f0b3de1ff178522');
INSERT INTO toolcourt.audit VALUES (43, '{"at":1795022113190,"callId":"626c75ed-48d3-426d-98aa-ffdf4423ec2a","code":"output-invalid","connection_id":null,"correlation_id":"ba2371c4-53ac-484f-b2ff-29343fb64daa","kind":"call.closed","monotonic":3660.82,"ms":18.373,"policy":"sha256:fc2b0ef0b1ca034250566869bb00b3ffc2afa09a552c6e5071b630a1c92ee6cd","session_id":null,"shape":{"named":["number: number"]},"stage":"run","statement":"local-principal","status":"refused","target":{"address":"stdio","contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","effect":"write","name":"find_ticket","server":"tickets"},"tool_id":"find_ticket"}', '61e5e052b462714ba93ab4ea87936f1d20afe395089fa4a67fdbb22d38f8d3ff');
INSERT INTO toolcourt.audit VALUES (44, '{"about":{"gateway":"ace90eb8-b3a7-469c-9d4f-433ba392a91a"},"at":1795022113245,"kind":"gateway.stopped","monotonic":3716.227}', '0a76125229cf005e406ddda5405b9affeb78f5856c43ecafc90b186fcb284ff5');
INSERT INTO toolcourt.audit VALUES (45, '{"about":{"certificates":{"NODE_EXTRA_CA_CERTS":"/etc/ssl/certs/ca-certificates.crt"},"configuration":"sha256:6a22113a360af342a5dc44944885c478579a5b3fc45df7c920a1d11d99ff1f91","gateway":"1375dadd-b966-4eaa-9ce3-a424be977daa","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795022115810,"kind":"gateway.started","monotonic":2489.235}', '428b41b81c4e3902a21fdb578ca6bcbefc260a841f80fa0c815adff869108ee3');
INSERT INTO toolcourt.audit VALUES (46, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":13,"digest":"sha256:7b61b1cbcbcc385176c08b2244fb5d32aef168d90e43e48b5edd6c386307db30"},"at":1795022116299,"callId":"154cd053-54c1-494d-8184-90613f12de0a","connection_id":null,"correlationId":"04d8cd58-1b71-426c-be48-5f83a9d71e10","correlation_id":"04d8cd58-1b71-426c-be48-5f83a9d71e10","kind":"call.opened","monotonic":2978.237,"principal":{"id":"local","kind":"local"},"session_id":null,"stage":"opened","status":"started","tool":"find_ticket","tool_id":"find_ticket","traceId":"af772d6a-300e-4a65-b2a8-c71ca2c0f772"}', 'dd51f95353205e16b38cb3502ee1875ddebd22b944ab036457732fa8ee96c2f2');
INSERT INTO toolcourt.audit VALUES (47, '{"about":{"operator":"operator:root","version":"sha256:a79c0bd8bd7ce320cd97bd94c76a6c850ada44111ac2cbbe617c01c644dd3323"},"at":1795022117765,"kind":"policy.put","monotonic":1380.688}', '921aa71d7ab113b07fa2a58ef2ff46031afb2ea0f5eeda9e627985595bd7c1ee');
INSERT INTO toolcourt.audit VALUES (48, '{"about":{"by":"operator:root","id":"bc0d39ee3f18fbe751ca032a","kind":"token","name":"shop","owner":"local"},"at":1795022119902,"kind":"connection.added","monotonic":2076.348}', 'f6b0513c16699f2cbd73c3bf945a38a00c3a4e6a01576d7a05abbde542ca4bcd');
INSERT INTO toolcourt.audit VALUES (50, '{"about":{"by":"operator:root","id":"6c28d99cf63ce2c9755f2306","kind":"token","name":"gone","owner":"local"},"at":1795022123296,"kind":"connection.revoked","monotonic":1306.723}', '45f1004b1ff00ebde806af6bf2e3ef3287f11bad5b1dd44ddbd2cf3f5462bfd0');
INSERT INTO toolcourt.audit VALUES (51, '{"about":{"by":"operator:root","changed":2,"document":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","drafts":2,"gone":0,"notImported":0,"set":"shop"},"at":1795022124436,"kind":"draft.imported","monotonic":1228.508}', '4f196ce6235bedb906bb2d0f536c3f8ed4ae5f1cddbb6e42a4bbcb4f07b608da');
INSERT INTO toolcourt.audit VALUES (52, '{"about":{"by":"operator:root","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","name":"get_order","set":"shop","version":1,"way":"imported"},"at":1795022124436,"kind":"draft.written","monotonic":1228.962}', '03edf31a4b5a043ab0a70ad6e37b45c40297975a2d58d18010e73246173d1ce3');
INSERT INTO toolcourt.audit VALUES (53, '{"about":{"by":"operator:root","digest":"sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b","name":"list_orders","set":"shop","version":1,"way":"imported"},"at":1795022124436,"kind":"draft.written","monotonic":1229.063}', '52baecb1152777a6fbaffd0ade271a111a82522e3678be83d09320137140fe65');
INSERT INTO toolcourt.audit VALUES (54, '{"about":{"by":"operator:root","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","name":"get_order","set":"shop","to":"approved","version":2},"at":1795022126915,"kind":"draft.decided","monotonic":1183.465}', 'a6d86abed2bb73c52e1fd346520dd13c2cf791fddd84efe909a18041021c9544');


--
-- Data for Name: begun; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.begun VALUES ('154cd053-54c1-494d-8184-90613f12de0a', 46, 1795022116299);


--
-- Data for Name: checkpoints; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.checkpoints VALUES (6, 'toolcourt-1cd85abf-356a-4838-98ea-59f4cf8d0e04
6
/eh4QAh2hdERvS35y1llnRMbKs4x6xeMxEoXLtht4WU=

— toolcourt-1cd85abf-356a-4838-98ea-59f4cf8d0e04 PlE6aIqVJ6iA5yhM+5okjJ/rBIrVHkY1OFHhPuG8h4p7oQqEXYlKX9RSoSMuzemzx1bqjtclny+VoNDGALVD0xMEGQE=
');
INSERT INTO toolcourt.checkpoints VALUES (13, 'toolcourt-1cd85abf-356a-4838-98ea-59f4cf8d0e04
13
OoI1qGK21Ciu0va7zUfFnV59xoBC0ZQ8kc5EgDnnDo8=

— toolcourt-1cd85abf-356a-4838-98ea-59f4cf8d0e04 PlE6aEISAeQ+kWj2bQDadZKruWGERX2gY3TzbqRlmdOOgLwgV25UCTHrO4FORANAQrTYCI+l8/cS0hxnnrfhMH01aA8=
');
INSERT INTO toolcourt.checkpoints VALUES (18, 'toolcourt-1cd85abf-356a-4838-98ea-59f4cf8d0e04
18
Gb+i9zWHRgFNTLXFhH5Nrkd5EPd1Zr5Yqv47YwJ6hdY=

— toolcourt-1cd85abf-356a-4838-98ea-59f4cf8d0e04 PlE6aBJb8WD4jPmjgw4h14h3vzI3aJ9xFgcIZLuXk+Nhu/BbTPxn5ZBBbOpWRZvsFJTQhR21Gx6Y3OHlD021ndSpRQc=
');
INSERT INTO toolcourt.checkpoints VALUES (25, 'toolcourt-1cd85abf-356a-4838-98ea-59f4cf8d0e04
25
TTIKCrEIS8a/PzR38PtIqtJQQBjif7SE/eysUQJFd2U=

— toolcourt-1cd85abf-356a-4838-98ea-59f4cf8d0e04 PlE6aMpdjGWmVVYR3vV8jft1G/EszGe57aPnHA6y4U+xqjAB4ZHl5DuolzoQaUivWv+ePOd6zvj8RdKOwzIhoBPYiQU=
');
INSERT INTO toolcourt.checkpoints VALUES (32, 'toolcourt-1cd85abf-356a-4838-98ea-59f4cf8d0e04
32
O6mz73Gj61vO+JAvlMpyVAFnogBIqUCRYQz2GAJwZPY=

— toolcourt-1cd85abf-356a-4838-98ea-59f4cf8d0e04 PlE6aNSJwtupF0O934CZv+eK2G5DBKxQzQu6ZaCRa3usvxf6EAvZjdbUYam5XDxz8Wtzv68hNg1fHXFqKO/ma750jwE=
');
INSERT INTO toolcourt.checkpoints VALUES (36, 'toolcourt-1cd85abf-356a-4838-98ea-59f4cf8d0e04
36
9+VXhdSzhYXjTpPxTt8I6d3lAM6g4v77/mConncRaU0=

— toolcourt-1cd85abf-356a-4838-98ea-59f4cf8d0e04 PlE6aHtItS0QlDZniY6l7XCGbXYar9n5lvs1fWmT+9Z3xVSxqwz2XvkVmgDjNLRssScln08IB7+nCK0fGfbVzHxPZwM=
');
INSERT INTO toolcourt.checkpoints VALUES (40, 'toolcourt-1cd85abf-356a-4838-98ea-59f4cf8d0e04
40
9tqYJ/Up00/Y9LISsM8GSYUem8uSkX0yKn2yrN4wuFw=

— toolcourt-1cd85abf-356a-4838-98ea-59f4cf8d0e04 PlE6aBFpWlCUXVIRWyivasADwK2uTA2gFeLbUrgzkWgMlh5K2txGAcfpcB6gZdBHwcUgfGXh8HGjCWCRIleyKXRz9Qg=
');
INSERT INTO toolcourt.checkpoints VALUES (44, 'toolcourt-1cd85abf-356a-4838-98ea-59f4cf8d0e04
44
Io60pm+e3Fq4qzUrnD5Fe/7oUp91P84B1uFX0XwjvQE=

— toolcourt-1cd85abf-356a-4838-98ea-59f4cf8d0e04 PlE6aAABGyOuux4q1c7HfhtBr7nR/odfSD3cy5Cql8YYgeStsPQzLhmiltJbQP+IQAJrMmGAXyPQf/SPW0YWK50HAwY=
');


--
-- Data for Name: connections; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.connections VALUES ('bc0d39ee3f18fbe751ca032a', '', 'local', 'shop', 'active', 1, '{"kind":"token","origins":["https://api.example.com"],"users":"owner","levels":{},"tiers":[],"header":"authorization","prefix":"Bearer "}', '{"token":"tc1.1.mBc4SSppV2VfmifELc0p4sboqHNnq4Yck31sDZjU90QIbBDh_a5T_wHESJEwgLBxCA"}', 1795022119858, 1795022119858);
INSERT INTO toolcourt.connections VALUES ('6c28d99cf63ce2c9755f2306', '', 'local', 'gone', 'revoked', 2, '{"kind":"token","origins":["https://api.example.com"],"users":"owner","levels":{},"tiers":[],"header":"authorization","prefix":"Bearer "}', '{}', 1795022121921, 1795022123295);


--
-- Data for Name: draft_changes; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.draft_changes VALUES (1, 2);


--
-- Data for Name: drafts; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.drafts VALUES ('shop', 'list_orders', 1, 'sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b', 'pending', NULL, 1795022124436, '{"tool":{"name":"list_orders","description":"Lists all orders of the shop.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{}},"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":true},"_meta":{"dev.toolcourt/contract":{"effect":"read"}}},"operation":{"method":"GET","path":"/orders","base":{"origin":"https://api.example.com","path":""},"parameters":[],"response":{"contentType":"application/json","shape":"object"},"security":[]},"provenance":{"from":"shop.yaml","documentDigest":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","pointer":"/paths/~1orders/get","edition":"3.1","title":"Shop","version":"1.0"},"notes":[],"writtenBy":"operator:root","importedDigest":"sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b"}');
INSERT INTO toolcourt.drafts VALUES ('shop', 'get_order', 2, 'sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98', 'approved', '{"kind":"approved","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","by":"operator:root","at":1795022126915}', 1795022126915, '{"tool":{"name":"get_order","description":"Finds one order of the shop by its number.","inputSchema":{"type":"object","properties":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"description":"The number of the order."}},"required":["id"],"additionalProperties":false}},"required":["path"],"additionalProperties":false},"outputSchema":{"type":"object","required":["id","status"],"properties":{"id":{"type":"integer","description":"The number of the order."},"status":{"type":"string","description":"Where the order is."}}},"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":true},"_meta":{"dev.toolcourt/contract":{"effect":"read"}}},"operation":{"method":"GET","path":"/orders/{id}","base":{"origin":"https://api.example.com","path":""},"parameters":[{"place":"path","name":"id","style":"simple","explode":false}],"response":{"contentType":"application/json","shape":"object"},"security":[]},"provenance":{"from":"shop.yaml","documentDigest":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","pointer":"/paths/~1orders~1{id}/get","edition":"3.1","title":"Shop","version":"1.0"},"notes":[],"writtenBy":"operator:root","importedDigest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98"}');


--
-- Data for Name: key_checks; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.key_checks VALUES (1, '\x08da2c4d160dbdd9b64172e6a5f360843a8c7b6a50eb72486922018c7e15d486e605d1f14ad92df21597021fe91110d66718');


--
-- Data for Name: keys; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.keys VALUES ('', 'bc0d39ee3f18fbe751ca032a', 1, 1, '\xd648f73922bb5a8a410312ff90bfb7dd9edcc374ddd9ac189914b0e57b1760502887b24a9bc26fe713aaec6aa957f69de75a91bb2298a180a8f4a3ab');
INSERT INTO toolcourt.keys VALUES ('', '6c28d99cf63ce2c9755f2306', 1, 1, '\xd71ce1112ae432198d28c4abdaa62a1d18117806697d57856dc0de309abbf7dc59306837698e9d8d4476a201dc529c78caf5e264044ab920a168a26d');


--
-- Data for Name: migrations; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.migrations VALUES (1, '2026-11-18 17:14:24.482392+00');
INSERT INTO toolcourt.migrations VALUES (2, '2026-11-18 17:14:24.482392+00');
INSERT INTO toolcourt.migrations VALUES (3, '2026-11-18 17:14:24.482392+00');
INSERT INTO toolcourt.migrations VALUES (4, '2026-11-18 17:14:24.482392+00');
INSERT INTO toolcourt.migrations VALUES (5, '2026-11-18 17:14:24.482392+00');
INSERT INTO toolcourt.migrations VALUES (6, '2026-11-18 17:14:24.482392+00');


--
-- Data for Name: personal; Type: TABLE DATA; Schema: toolcourt; Owner: -
--



--
-- Data for Name: policies; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.policies VALUES (1, 'sha256:a79c0bd8bd7ce320cd97bd94c76a6c850ada44111ac2cbbe617c01c644dd3323', 'version: 1
statements:
  - { id: here, effect: allow, kinds: [local], tools: ["*/*"] }
...
', 'operator:root', 1795022117765);


--
-- Data for Name: results; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.results VALUES ('e7f47931-89f6-45f6-afc2-cf06349f4ea1', '', 'local', 'local', 'hello', 'sha256:19cedc2c99ef45402a271635fef4573691966143b87276a631c8b767e27457bf', 1795022073860, 'sha256:0f24e46b97d43eb7e673abb0c7886db616358ec3959162fbb50f5c6a30a21fe4', '{"content":[{"type":"text","text":"{\"message\":\"Hello, Ada!\",\"timestamp\":\"2026-11-18T17:14:33.844Z\"}"}],"isError":false,"structuredContent":{"message":"Hello, Ada!","timestamp":"2026-11-18T17:14:33.844Z"}}');
INSERT INTO toolcourt.results VALUES ('eeec43c6-4615-4570-a43c-2f4effb294c1', '', 'local', 'tickets', 'find_ticket', 'sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82', 1795022103083, 'sha256:e4c46576d303d5e1dbbe617bd48e0b53ae4d49e3dc12ca77452f1361c5163083', '{"content":[{"type":"text","text":"{\"number\":1,\"open\":true}"}],"isError":false,"structuredContent":{"number":1,"open":true}}');
INSERT INTO toolcourt.results VALUES ('d11440e8-7384-4db5-995f-a48bab751090', '', 'local', 'tickets', 'close_ticket', 'sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8', 1795022109393, 'sha256:0dd9ddac8e92e6e34cdc627c64a4dce6bdddf024acd496cbd4af2516d1ed0920', '{"content":[{"type":"text","text":"{\"number\":2,\"open\":false}"}],"isError":false,"structuredContent":{"number":2,"open":false}}');


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


