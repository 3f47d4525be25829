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

INSERT INTO toolcourt.approvals VALUES ('1760421f73c0e8a7848d8de0ba725b12', '2ac54b67bddee807cd4840b9fba88bdec6d67b743bd7587149ffd9308a5faa6f', '{"args_hash":"0ca56f392f82ad306de13098868519d3434cd1530a041aaca8350a1ad8e5cf5d","connection":"local","contract_hash":"sha256:68f5a8dc54a184fc896a00d83f06fde0e3c7869b362a1911c45641a5f153e9ac","expires_at":1795022872264,"id":"1760421f73c0e8a7848d8de0ba725b12","max_uses":1,"nonce":"bfb43efb54725886bcac455ce7cda256","not_before":1795022272264,"policy_version":"sha256:f152479a1e36366da1e2ea476cfb25c25bec8abc6d3e520e49e638bcd49b95ad","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Ada"}', 'hello', 'local', '186363c636df6fd088a296b166103a857db506868415fd9aa19f128c467366c6', 'operator', 'done', 1795022272264, 1795022872264, 'operator:root', 1795022280034, '3bc6a6fe-cae5-448b-aa0a-a32415332a98', NULL, 1, '[{"by":"operator:root","at":1795022280034}]');
INSERT INTO toolcourt.approvals VALUES ('f3c3fd40b409585f8c95d3eab8c76826', 'a3dfc8ffffd1dbc260b8a319614806e70f6083cb2ab888c945d0cc336afff7af', '{"args_hash":"07ad3fe7994a820ac9d059b9ca2992b7798917e87ff532d141245a820ef242b7","connection":"local","contract_hash":"sha256:68f5a8dc54a184fc896a00d83f06fde0e3c7869b362a1911c45641a5f153e9ac","expires_at":1795022886325,"id":"f3c3fd40b409585f8c95d3eab8c76826","max_uses":1,"nonce":"e51f7bb4e0713936388e81829abb1fe4","not_before":1795022286325,"policy_version":"sha256:f152479a1e36366da1e2ea476cfb25c25bec8abc6d3e520e49e638bcd49b95ad","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Eve"}', 'hello', 'local', 'fec07fe467a85fd2737e8ea01346962ffed26cff891e42b48acec917eab6b152', 'operator', 'denied', 1795022286325, 1795022886325, 'operator:root', 1795022292915, NULL, NULL, 1, '[]');
INSERT INTO toolcourt.approvals VALUES ('2c8420f348578fd153d849fabc2ab579', 'f8e24849ff39352ebfa85b62ffd834a49208fe2f2c915e8a79c12eeb84dd1f48', '{"args_hash":"39fcdc14d0cb1d4c4e0fc96ffc0983fb2298057abe2635a3f93b23130ad6fc47","connection":"local","contract_hash":"sha256:68f5a8dc54a184fc896a00d83f06fde0e3c7869b362a1911c45641a5f153e9ac","expires_at":1795022895835,"id":"2c8420f348578fd153d849fabc2ab579","max_uses":1,"nonce":"72b86be1dcf8f6bed43fdb751652058e","not_before":1795022295835,"policy_version":"sha256:f152479a1e36366da1e2ea476cfb25c25bec8abc6d3e520e49e638bcd49b95ad","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Cleo"}', 'hello', 'local', '13d0eea8dfb97f244a96c87aae2941f75d8f54eaf75631748009aa6a6b011758', 'operator', 'approved', 1795022295835, 1795022895835, 'operator:root', 1795022302873, NULL, NULL, 1, '[{"by":"operator:root","at":1795022302873}]');
INSERT INTO toolcourt.approvals VALUES ('ecf7731c9b5553177632e8459988b1b2', '9ecbadca322efaa441a68edd4eff5ce4d8936dc85e7f31105dfc3f81b0d989a8', '{"args_hash":"57bc2a781fd9d8a11ab161d02cc95795b5c5db21a364fb4b12109b7799996efe","connection":"local","contract_hash":"sha256:68f5a8dc54a184fc896a00d83f06fde0e3c7869b362a1911c45641a5f153e9ac","expires_at":1795022905917,"id":"ecf7731c9b5553177632e8459988b1b2","max_uses":1,"nonce":"1e2f1ee0f8f8bb4058764eb28d576132","not_before":1795022305917,"policy_version":"sha256:f152479a1e36366da1e2ea476cfb25c25bec8abc6d3e520e49e638bcd49b95ad","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Bob"}', 'hello', 'local', 'df42b366f093e37009fb38dcedbba3e2221aa674483816a28ef10c502cc057c9', 'operator', 'pending', 1795022305917, 1795022905917, NULL, NULL, NULL, NULL, 1, '[]');


--
-- Data for Name: audit; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.audit VALUES (1, '{"about":{"configuration":"sha256:860de8cbdc379ff50e92f60b1e9016555d5f1dc09cc7214c99b968aa3041d768","gateway":"7436e297-3918-4e3d-8e5e-cd7aaaf8c2f8","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795022271430,"kind":"gateway.started","monotonic":2740.685}', 'fb21d3cbf7eb76fb7c6b17acebcd011d085fdcbd0f108655db9418e8d721f840');
INSERT INTO toolcourt.audit VALUES (2, '{"about":{"servers":2,"tools":2},"at":1795022272200,"kind":"lock.started","monotonic":3510.033}', '07401928c2ef861783ba056f3e8988cf543ca14759d1e6a848265d2837273c57');
INSERT INTO toolcourt.audit VALUES (3, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:88bab6d8f6dc68a877064d584cbb5b6c50e74f617ea50d81d3a53c2ee6ffbc4f"},"at":1795022272244,"callId":"013658a9-7e0d-4305-b7d9-f15f50bff8bb","correlationId":"722121ef-9b71-4b31-8440-b27744e71210","kind":"call.opened","monotonic":3554.156,"principal":{"id":"local","kind":"local"},"tool":"hello","traceId":"6e88f4d8-6955-47da-b4f8-479c02fd3946"}', '8dac35752a694cb48b601294abea91c5ef6f9083f27cf0cd171ac940deeda022');
INSERT INTO toolcourt.audit VALUES (4, '{"about":{"digest":"2ac54b67bddee807cd4840b9fba88bdec6d67b743bd7587149ffd9308a5faa6f","expiresAt":1795022872264,"from":"operator","id":"1760421f73c0e8a7848d8de0ba725b12","requester":"local","tool":"hello"},"at":1795022272264,"kind":"approval.requested","monotonic":3575.462}', '83a8beeed2b6842ef48a5978985f78a69069d2a08ffa35a129043cc6ec45a856');
INSERT INTO toolcourt.audit VALUES (5, '{"at":1795022272279,"callId":"013658a9-7e0d-4305-b7d9-f15f50bff8bb","code":"approval-required","kind":"call.closed","monotonic":3589.488,"ms":35.332,"policy":"sha256:f152479a1e36366da1e2ea476cfb25c25bec8abc6d3e520e49e638bcd49b95ad","shape":{"named":["name: string(3)"]},"statement":"local-principal","target":{"contract":"sha256:68f5a8dc54a184fc896a00d83f06fde0e3c7869b362a1911c45641a5f153e9ac","effect":"read","name":"hello","server":"local"}}', 'e488eb5bc3091105713df317f9236751ba3a7149e39e3ad720c40baccd42f14c');
INSERT INTO toolcourt.audit VALUES (6, '{"about":{"gateway":"7436e297-3918-4e3d-8e5e-cd7aaaf8c2f8"},"at":1795022272320,"kind":"gateway.stopped","monotonic":3629.98}', 'd4e9bc3fd5dfded152ca3bbd2f8e89474a678056b4c34fd1c76f12413123573d');
INSERT INTO toolcourt.audit VALUES (7, '{"about":{"by":"operator:root","digest":"2ac54b67bddee807cd4840b9fba88bdec6d67b743bd7587149ffd9308a5faa6f","expiresAt":1795022872264,"from":"operator","id":"1760421f73c0e8a7848d8de0ba725b12","requester":"local","tool":"hello"},"at":1795022277473,"kind":"approval.shown","monotonic":2229.214}', 'efb54881c241cd3d6ddcd4532d9d71ff31fc512262e664d4b14ed4ae4623967a');
INSERT INTO toolcourt.audit VALUES (8, '{"about":{"by":"operator:root","digest":"2ac54b67bddee807cd4840b9fba88bdec6d67b743bd7587149ffd9308a5faa6f","expiresAt":1795022872264,"from":"operator","id":"1760421f73c0e8a7848d8de0ba725b12","requester":"local","to":"approved","tool":"hello"},"at":1795022280034,"kind":"approval.decided","monotonic":2433.88}', 'c958c914dce2b032ead88c3163d2bb4da52492508028f91d3756f74188e3f334');
INSERT INTO toolcourt.audit VALUES (9, '{"about":{"configuration":"sha256:860de8cbdc379ff50e92f60b1e9016555d5f1dc09cc7214c99b968aa3041d768","gateway":"b9415393-efab-44a9-b383-459585cc37a0","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795022282430,"kind":"gateway.started","monotonic":2308.689}', '55e5a2c636642164b1b19781d062082085f48a9a6cacf9c0919241045737a04c');
INSERT INTO toolcourt.audit VALUES (10, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:88bab6d8f6dc68a877064d584cbb5b6c50e74f617ea50d81d3a53c2ee6ffbc4f"},"at":1795022283122,"callId":"3bc6a6fe-cae5-448b-aa0a-a32415332a98","correlationId":"aa07fd9d-9f9a-48f4-89c6-7f9d84431bfb","kind":"call.opened","monotonic":3000.952,"principal":{"id":"local","kind":"local"},"tool":"hello","traceId":"04f6c5a4-2705-47d4-a195-4522ae351f80"}', '329f55ee64f67e9f443127d5aebfd9b76782502c576a15a8ebdfb2107bf026d3');
INSERT INTO toolcourt.audit VALUES (11, '{"about":{"digest":"2ac54b67bddee807cd4840b9fba88bdec6d67b743bd7587149ffd9308a5faa6f","expiresAt":1795022872264,"from":"operator","id":"1760421f73c0e8a7848d8de0ba725b12","requester":"local","tool":"hello"},"at":1795022283148,"callId":"3bc6a6fe-cae5-448b-aa0a-a32415332a98","kind":"approval.consumed","monotonic":3028.16}', '624671c0ed3ca5941fd4c53d81070233b3329bca2e4dc84e3580c613a9fd039d');
INSERT INTO toolcourt.audit VALUES (12, '{"approval":{"digest":"2ac54b67bddee807cd4840b9fba88bdec6d67b743bd7587149ffd9308a5faa6f","id":"1760421f73c0e8a7848d8de0ba725b12"},"at":1795022283192,"callId":"3bc6a6fe-cae5-448b-aa0a-a32415332a98","code":"answered","contract":"sha256:68f5a8dc54a184fc896a00d83f06fde0e3c7869b362a1911c45641a5f153e9ac","fromCache":false,"kind":"call.closed","monotonic":3071.083,"ms":70.131,"policy":"sha256:f152479a1e36366da1e2ea476cfb25c25bec8abc6d3e520e49e638bcd49b95ad","result":{"bytes":1464,"digest":"sha256:32303c0dba4de7f78b1f477f714c68ff507703f4bc22728f6386e0808452cc70"},"shape":{"named":["name: string(3)"]},"statement":"local-principal","target":{"contract":"sha256:68f5a8dc54a184fc896a00d83f06fde0e3c7869b362a1911c45641a5f153e9ac","effect":"read","name":"hello","server":"local"}}', 'd0a295d1d8688fd76be34aa43558f08889289da997b253bbff00b5ba72d1c607');
INSERT INTO toolcourt.audit VALUES (13, '{"about":{"gateway":"b9415393-efab-44a9-b383-459585cc37a0"},"at":1795022283277,"kind":"gateway.stopped","monotonic":3155.586}', '20de7cde826673d5a16fe365113383fb3a54b0f568e4b3b00975393083d44dc8');
INSERT INTO toolcourt.audit VALUES (14, '{"about":{"configuration":"sha256:860de8cbdc379ff50e92f60b1e9016555d5f1dc09cc7214c99b968aa3041d768","gateway":"6db9ddfd-db29-4b8e-a701-90a75e94c793","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795022285643,"kind":"gateway.started","monotonic":2257.651}', 'e8d1a1069867a77d5c5e74d94c177db018ee2fd446797d7b27d3dea4126609b4');
INSERT INTO toolcourt.audit VALUES (15, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:c21ff8939a6666c29aa3e48c70342eed9a268846fc801b5aca851350e01deae3"},"at":1795022286315,"callId":"3c5edbd9-4085-4381-a8a3-6d72052f67a8","correlationId":"882abff4-85ad-4f97-bcb5-86d9dd674db8","kind":"call.opened","monotonic":2930.039,"principal":{"id":"local","kind":"local"},"tool":"hello","traceId":"10a4cc06-2d6b-4feb-a6cb-d11e38fa3588"}', '66989e6f15e9f39498d70b25e43bd4a6f0617996e497247747a93b43bd745976');
INSERT INTO toolcourt.audit VALUES (16, '{"about":{"digest":"a3dfc8ffffd1dbc260b8a319614806e70f6083cb2ab888c945d0cc336afff7af","expiresAt":1795022886325,"from":"operator","id":"f3c3fd40b409585f8c95d3eab8c76826","requester":"local","tool":"hello"},"at":1795022286325,"kind":"approval.requested","monotonic":2940.687}', '272bd62fb1b04fdd381906ab1be285a5ddf0269051646f8a7b29b3d9be6080e3');
INSERT INTO toolcourt.audit VALUES (17, '{"at":1795022286334,"callId":"3c5edbd9-4085-4381-a8a3-6d72052f67a8","code":"approval-required","kind":"call.closed","monotonic":2948.774,"ms":18.735,"policy":"sha256:f152479a1e36366da1e2ea476cfb25c25bec8abc6d3e520e49e638bcd49b95ad","shape":{"named":["name: string(3)"]},"statement":"local-principal","target":{"contract":"sha256:68f5a8dc54a184fc896a00d83f06fde0e3c7869b362a1911c45641a5f153e9ac","effect":"read","name":"hello","server":"local"}}', 'a6be15c395595c902dfc63928a36071895c8c10b1497090b5777a52b14a20875');
INSERT INTO toolcourt.audit VALUES (18, '{"about":{"gateway":"6db9ddfd-db29-4b8e-a701-90a75e94c793"},"at":1795022286371,"kind":"gateway.stopped","monotonic":2985.344}', '2b6f1f4a4e7c43bbc0246af6463ee4ae5fd928919e2c4a09caf9c8de13ed5570');
INSERT INTO toolcourt.audit VALUES (19, '{"about":{"by":"operator:root","digest":"a3dfc8ffffd1dbc260b8a319614806e70f6083cb2ab888c945d0cc336afff7af","expiresAt":1795022886325,"from":"operator","id":"f3c3fd40b409585f8c95d3eab8c76826","requester":"local","tool":"hello"},"at":1795022290560,"kind":"approval.shown","monotonic":2107.931}', 'a3a19908602d3548ba3bb0a345e002bd6fc2b0fbc403c953f04b614d5757ae09');
INSERT INTO toolcourt.audit VALUES (20, '{"about":{"by":"operator:root","digest":"a3dfc8ffffd1dbc260b8a319614806e70f6083cb2ab888c945d0cc336afff7af","expiresAt":1795022886325,"from":"operator","id":"f3c3fd40b409585f8c95d3eab8c76826","requester":"local","to":"denied","tool":"hello"},"at":1795022292915,"kind":"approval.decided","monotonic":2231.308}', '8d68ff08709dcc326afeae320d0398a1130e470e6a8d66667c8b260ffeebf7f4');
INSERT INTO toolcourt.audit VALUES (21, '{"about":{"configuration":"sha256:860de8cbdc379ff50e92f60b1e9016555d5f1dc09cc7214c99b968aa3041d768","gateway":"9654d23e-56c7-42ab-a472-15d679f0ac0a","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795022295203,"kind":"gateway.started","monotonic":2224.76}', 'f9bd933bce8d7eff365dbe104deb3aa42d7dcfe375b62b97ba38642ce0a04ff6');
INSERT INTO toolcourt.audit VALUES (22, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":15,"digest":"sha256:56b446afe3d8617a4a30a985b9e105fb117efd243a34f15ae531413774b663e4"},"at":1795022295818,"callId":"c50562a6-2c56-4462-bd44-d212c50cd0e4","correlationId":"0af08926-20b3-4250-a90b-da12ade2a8a4","kind":"call.opened","monotonic":2838.993,"principal":{"id":"local","kind":"local"},"tool":"hello","traceId":"49ef1a46-10cb-4f6e-abcb-8b6b9956b77a"}', 'ae25ae7930b6b1f94ddaeb4753978bfae39c6695666899ca68c10611c0c3dbac');
INSERT INTO toolcourt.audit VALUES (23, '{"about":{"digest":"f8e24849ff39352ebfa85b62ffd834a49208fe2f2c915e8a79c12eeb84dd1f48","expiresAt":1795022895835,"from":"operator","id":"2c8420f348578fd153d849fabc2ab579","requester":"local","tool":"hello"},"at":1795022295835,"kind":"approval.requested","monotonic":2857.452}', 'd6af6a6667391f22ad4bcaab35568ddaf4a7f3d72395ff595a575c0f855aca1b');
INSERT INTO toolcourt.audit VALUES (24, '{"at":1795022295849,"callId":"c50562a6-2c56-4462-bd44-d212c50cd0e4","code":"approval-required","kind":"call.closed","monotonic":2870.352,"ms":31.358,"policy":"sha256:f152479a1e36366da1e2ea476cfb25c25bec8abc6d3e520e49e638bcd49b95ad","shape":{"named":["name: string(4)"]},"statement":"local-principal","target":{"contract":"sha256:68f5a8dc54a184fc896a00d83f06fde0e3c7869b362a1911c45641a5f153e9ac","effect":"read","name":"hello","server":"local"}}', 'd692c2ab8cb1abe19ddecd8d55915ff7ed75208877e67b1e62ff922e9a1ceea9');
INSERT INTO toolcourt.audit VALUES (25, '{"about":{"gateway":"9654d23e-56c7-42ab-a472-15d679f0ac0a"},"at":1795022295895,"kind":"gateway.stopped","monotonic":2916.301}', '4a94c1eab4569ca27875725830bf6917181f8f306cdf30eb43ae47267b3a1c3d');
INSERT INTO toolcourt.audit VALUES (26, '{"about":{"by":"operator:root","digest":"f8e24849ff39352ebfa85b62ffd834a49208fe2f2c915e8a79c12eeb84dd1f48","expiresAt":1795022895835,"from":"operator","id":"2c8420f348578fd153d849fabc2ab579","requester":"local","tool":"hello"},"at":1795022300384,"kind":"approval.shown","monotonic":2173.036}', 'c261ca615844037787226313ff257a35af20de8e72a0862420128fe473bf05f0');
INSERT INTO toolcourt.audit VALUES (27, '{"about":{"by":"operator:root","digest":"f8e24849ff39352ebfa85b62ffd834a49208fe2f2c915e8a79c12eeb84dd1f48","expiresAt":1795022895835,"from":"operator","id":"2c8420f348578fd153d849fabc2ab579","requester":"local","to":"approved","tool":"hello"},"at":1795022302873,"kind":"approval.decided","monotonic":2388.604}', '908e01f2aaa30c425234ce9716c2b78560a08a48224f4268becfc7668a68079d');
INSERT INTO toolcourt.audit VALUES (28, '{"about":{"configuration":"sha256:860de8cbdc379ff50e92f60b1e9016555d5f1dc09cc7214c99b968aa3041d768","gateway":"29d181e5-3cfb-443d-a816-4f7c6ee9eb5e","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795022305224,"kind":"gateway.started","monotonic":2279.014}', '92432167af1536b982e967d0300411492d07e916e3cba1df83cc2b167d179652');
INSERT INTO toolcourt.audit VALUES (29, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:840c3985f212fbe59d713f02acf464269bdb7abe7fcd66fb40d52320ef0da799"},"at":1795022305902,"callId":"8959ec93-a0a1-42c2-b1fe-2ab42f387aad","correlationId":"62f5a683-8805-44a5-9484-98e31f597785","kind":"call.opened","monotonic":2957.259,"principal":{"id":"local","kind":"local"},"tool":"hello","traceId":"4d0dc431-dc5e-410e-8fc7-4fe651c5501d"}', 'd785bf962f57c3f0909bf1a276dee40630a1761a9bd21b14a58f8a0008c3ad1d');
INSERT INTO toolcourt.audit VALUES (30, '{"about":{"digest":"9ecbadca322efaa441a68edd4eff5ce4d8936dc85e7f31105dfc3f81b0d989a8","expiresAt":1795022905917,"from":"operator","id":"ecf7731c9b5553177632e8459988b1b2","requester":"local","tool":"hello"},"at":1795022305917,"kind":"approval.requested","monotonic":2972.385}', '80b64d7b4a8abec72bfbb8522ee0fa63701af2d1371ed960a2b0bb156f43704f');
INSERT INTO toolcourt.audit VALUES (31, '{"at":1795022305928,"callId":"8959ec93-a0a1-42c2-b1fe-2ab42f387aad","code":"approval-required","kind":"call.closed","monotonic":2982.781,"ms":25.522,"policy":"sha256:f152479a1e36366da1e2ea476cfb25c25bec8abc6d3e520e49e638bcd49b95ad","shape":{"named":["name: string(3)"]},"statement":"local-principal","target":{"contract":"sha256:68f5a8dc54a184fc896a00d83f06fde0e3c7869b362a1911c45641a5f153e9ac","effect":"read","name":"hello","server":"local"}}', 'fddc1d4fcdacc7496d5299a1c69fda75bff1acd69842f65bd83707578e10ae89');
INSERT INTO toolcourt.audit VALUES (32, '{"about":{"gateway":"29d181e5-3cfb-443d-a816-4f7c6ee9eb5e"},"at":1795022305970,"kind":"gateway.stopped","monotonic":3025.061}', '77bbb6e4a3362efdc0a16e330a6a28a683874e7277cab75dfec78db6a29313fa');
INSERT INTO toolcourt.audit VALUES (33, '{"about":{"configuration":"sha256:860de8cbdc379ff50e92f60b1e9016555d5f1dc09cc7214c99b968aa3041d768","gateway":"7bbfb66c-55fc-407d-b704-ec7a1a4e7380","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795022308651,"kind":"gateway.started","monotonic":2576.108}', 'caf80ea9309df547917ca4e9e0e5f2208ae9ec9b4f7503e3f28ac0d907bc3619');
INSERT INTO toolcourt.audit VALUES (34, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":12,"digest":"sha256:3d6a916e86efba9105154ea95dda8d8da47df173d931c23e7a346c7babd81a3e"},"at":1795022309431,"callId":"1dc06153-2e3d-4811-af17-0727c39b7a99","correlationId":"20d2bb02-68bb-413f-8bd7-f00c0aa64a59","kind":"call.opened","monotonic":3356.936,"principal":{"id":"local","kind":"local"},"tool":"find_ticket","traceId":"3f048dc2-cb80-462f-8c38-7f28a9b31f5d"}', 'c02fe2f468792ab4d659b88078fc88763ceebd6670d46ecd9fc9ac1908b863c6');
INSERT INTO toolcourt.audit VALUES (35, '{"at":1795022309444,"callId":"1dc06153-2e3d-4811-af17-0727c39b7a99","code":"answered","contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","fromCache":false,"kind":"call.closed","monotonic":3369.38,"ms":12.444,"policy":"sha256:f152479a1e36366da1e2ea476cfb25c25bec8abc6d3e520e49e638bcd49b95ad","result":{"bytes":128,"digest":"sha256:e4c46576d303d5e1dbbe617bd48e0b53ae4d49e3dc12ca77452f1361c5163083"},"shape":{"named":["number: number"]},"statement":"local-principal","target":{"address":"stdio","contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","effect":"write","name":"find_ticket","server":"tickets"}}', '49146942b8bd24955f273f1c11bf9f9713fe330977ce7cafd55f78f5b790c501');
INSERT INTO toolcourt.audit VALUES (36, '{"about":{"gateway":"7bbfb66c-55fc-407d-b704-ec7a1a4e7380"},"at":1795022309503,"kind":"gateway.stopped","monotonic":3428.549}', '144e739a01ca7bbf68d27218d74e7aa97b0140f386555f1e45d87608328d4b7b');
INSERT INTO toolcourt.audit VALUES (37, '{"about":{"configuration":"sha256:860de8cbdc379ff50e92f60b1e9016555d5f1dc09cc7214c99b968aa3041d768","gateway":"568854d7-ce3e-4c12-ab90-147874e9adaa","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795022312385,"kind":"gateway.started","monotonic":2789.118}', '425a3b9a3164c05c51ce9bbbc729c9754f5dc5c7de36dd93aedfcc1e980a41a4');
INSERT INTO toolcourt.audit VALUES (38, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":12,"digest":"sha256:d65dc375f554b634c774bcc6f8a2ce6e23f41d2641c9b19453755d3dc8546f01"},"at":1795022313128,"callId":"034e2284-56b6-4d45-8726-43bd0a7d4135","correlationId":"63c449db-7754-4fbf-b9e4-948cca0aa3dc","kind":"call.opened","monotonic":3532.142,"principal":{"id":"local","kind":"local"},"tool":"close_ticket","traceId":"00b9c0b6-2779-4a64-99e6-3963bb084dd9"}', '29af98fafeed53c3eca633f335cd45df10a18e8b1293ecf671ec8950e350cb06');
INSERT INTO toolcourt.audit VALUES (39, '{"at":1795022313144,"callId":"034e2284-56b6-4d45-8726-43bd0a7d4135","code":"answered","contract":"sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8","fromCache":false,"kind":"call.closed","monotonic":3548.291,"ms":16.149,"policy":"sha256:f152479a1e36366da1e2ea476cfb25c25bec8abc6d3e520e49e638bcd49b95ad","result":{"bytes":130,"digest":"sha256:0dd9ddac8e92e6e34cdc627c64a4dce6bdddf024acd496cbd4af2516d1ed0920"},"shape":{"named":["number: number"]},"statement":"local-principal","target":{"address":"stdio","contract":"sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8","effect":"write","name":"close_ticket","server":"tickets"}}', '774453731c09432fbc270258642e5e3770b83c100adb2f5870dc0041c980b44c');
INSERT INTO toolcourt.audit VALUES (40, '{"about":{"gateway":"568854d7-ce3e-4c12-ab90-147874e9adaa"},"at":1795022313180,"kind":"gateway.stopped","monotonic":3584.646}', 'b3e0daa1f82cfe718f67196e44b964a02addd37cd84a3f4e98a079ead1243f52');
INSERT INTO toolcourt.audit VALUES (41, '{"about":{"configuration":"sha256:860de8cbdc379ff50e92f60b1e9016555d5f1dc09cc7214c99b968aa3041d768","gateway":"f125eb44-2404-4114-bd81-67f71a579647","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795022315545,"kind":"gateway.started","monotonic":2264.789}', '2d3536047c75648cfc36d71160deb0dc26565a6e95ab52dccdb349008ad94b3f');
INSERT INTO toolcourt.audit VALUES (42, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":13,"digest":"sha256:7c445349efd10252e224efce9091e1394c7f442a1737c4d0732f9ac6f901bba7"},"at":1795022316326,"callId":"72d89b2a-ef99-448c-a736-feb78b9ea1c0","correlationId":"dd428cc4-67d3-40c9-a583-58119b447669","kind":"call.opened","monotonic":3045.475,"principal":{"id":"local","kind":"local"},"tool":"find_ticket","traceId":"d8507353-3642-4712-b330-cc3cb3fa4268"}', 'b77ab996c044e083fea782934f097c2f8998f646a4870458721766db0404ffd2');
INSERT INTO toolcourt.audit VALUES (43, '{"at":1795022316366,"callId":"72d89b2a-ef99-448c-a736-feb78b9ea1c0","code":"output-invalid","kind":"call.closed","monotonic":3085.883,"ms":40.408,"policy":"sha256:f152479a1e36366da1e2ea476cfb25c25bec8abc6d3e520e49e638bcd49b95ad","shape":{"named":["number: number"]},"statement":"local-principal","target":{"address":"stdio","contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","effect":"write","name":"find_ticket","server":"tickets"}}', '4d124e57adb6635fe6fa1e1556131a13cb4b522c9296ebf01e30dd7fc71978fe');
INSERT INTO toolcourt.audit VALUES (44, '{"about":{"gateway":"f125eb44-2404-4114-bd81-67f71a579647"},"at":1795022316411,"kind":"gateway.stopped","monotonic":3130.259}', '8fac01b0262e6f5b1884a7ad79a908afb4d3f6a95314b4f3338320affb0fbb06');
INSERT INTO toolcourt.audit VALUES (45, '{"about":{"configuration":"sha256:860de8cbdc379ff50e92f60b1e9016555d5f1dc09cc7214c99b968aa3041d768","gateway":"d1275e36-cc0f-43b5-8910-709035275751","servers":{"shop":"http_tools","tickets":"stdio"},"version":"0.1.0"},"at":1795022318849,"kind":"gateway.started","monotonic":2354.159}', 'e11c1e2d665aebb8cbc7e63d6b2c7bbb83bfb2c1e37407c0cabcf3566f278ef7');
INSERT INTO toolcourt.audit VALUES (46, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":13,"digest":"sha256:7b61b1cbcbcc385176c08b2244fb5d32aef168d90e43e48b5edd6c386307db30"},"at":1795022319426,"callId":"6d80a885-275f-40ed-bc5a-f1d4ad465d63","correlationId":"a7bf93f5-729c-44d4-804e-e7aec7b994cd","kind":"call.opened","monotonic":2930.788,"principal":{"id":"local","kind":"local"},"tool":"find_ticket","traceId":"c23c9dd5-daf5-4fa5-b4ca-c98bf9a4744c"}', '8ff5c980f031b0a27c74f45d70b3cbbffd5d46de209b6785e610654d73f11547');
INSERT INTO toolcourt.audit VALUES (47, '{"about":{"operator":"operator:root","version":"sha256:a79c0bd8bd7ce320cd97bd94c76a6c850ada44111ac2cbbe617c01c644dd3323"},"at":1795022321490,"kind":"policy.put","monotonic":1982.578}', 'e8bef62c8aaf9a5e27b708c572dffba7231330c8c1ca51af96790be711abd1fa');
INSERT INTO toolcourt.audit VALUES (48, '{"about":{"by":"operator:root","id":"510710e1461d2df2d4c1380e","kind":"token","name":"shop","owner":"local"},"at":1795022323519,"kind":"connection.added","monotonic":1968.523}', 'aae3b77d44cad647c3b88b35a9d3780753a4afa4992bdc342513e07bd1f16587');
INSERT INTO toolcourt.audit VALUES (49, '{"about":{"by":"operator:root","id":"c299942867e201169a595fcc","kind":"token","name":"gone","owner":"local"},"at":1795022325451,"kind":"connection.added","monotonic":1879.141}', 'cc78e1890e3d9f436b1373ca8441c15c018e22132c953c29a0a3ccd684ce9fc1');
INSERT INTO toolcourt.audit VALUES (50, '{"about":{"by":"operator:root","id":"c299942867e201169a595fcc","kind":"token","name":"gone","owner":"local"},"at":1795022327380,"kind":"connection.revoked","monotonic":1877.725}', '80057165c2e214f52808ba3a48c0aa99f975e9ed37562c5b39114b20eddc1b1a');
INSERT INTO toolcourt.audit VALUES (51, '{"about":{"by":"operator:root","changed":2,"document":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","drafts":2,"gone":0,"notImported":0,"set":"shop"},"at":1795022329303,"kind":"draft.imported","monotonic":1993.718}', 'a8f5d853d6207470da526ed92d7c23ef1b86b3a55f59122e1fa051dc28dde454');
INSERT INTO toolcourt.audit VALUES (52, '{"about":{"by":"operator:root","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","name":"get_order","set":"shop","version":1,"way":"imported"},"at":1795022329303,"kind":"draft.written","monotonic":1994.189}', 'a39551ecf9185b8b47754df8afcee01db7365e39bca96288771f3054c8b7040a');
INSERT INTO toolcourt.audit VALUES (53, '{"about":{"by":"operator:root","digest":"sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b","name":"list_orders","set":"shop","version":1,"way":"imported"},"at":1795022329303,"kind":"draft.written","monotonic":1994.367}', '5a564f9e2fce6c1fba74bc57173c4af2f3167a0b067b954ac2b2c1be62e6db45');
INSERT INTO toolcourt.audit VALUES (54, '{"about":{"by":"operator:root","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","name":"get_order","set":"shop","to":"approved","version":2},"at":1795022333327,"kind":"draft.decided","monotonic":1769.423}', '23b4b1950a665844e0f38734077affd5ebe8f02b675f0e8958db589697cbd781');


--
-- Data for Name: begun; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.begun VALUES ('6d80a885-275f-40ed-bc5a-f1d4ad465d63', 46, 1795022319426);


--
-- Data for Name: checkpoints; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.checkpoints VALUES (6, 'toolcourt-e2c85905-3fc3-4e19-ba01-7b19f34d8f4f
6
QZkzh0BpUCpge9K9u6rnns/mP3rKC6/6ftYwkYXEVpU=

— toolcourt-e2c85905-3fc3-4e19-ba01-7b19f34d8f4f KP+SrNS8RXkoO3YIlgqHwFeUUAoy8pc6FPXQooAExep6nla4q6Iu2CjRVgKSoyjianJPKS8N3Lc7RbQJsg+6JCIk1QY=
');
INSERT INTO toolcourt.checkpoints VALUES (13, 'toolcourt-e2c85905-3fc3-4e19-ba01-7b19f34d8f4f
13
vuSmhDXmvK929XqitS1Ok7sqhDJVhYU8R+B5zCTrAN0=

— toolcourt-e2c85905-3fc3-4e19-ba01-7b19f34d8f4f KP+SrA6u44bywNPv03WtztCwqVGJpMzYV7ppWyC8YZTulT/iz3b/HGZ3sxR2Q37vlMfnbnsHM0KLuAqRAcy3dwdlUAs=
');
INSERT INTO toolcourt.checkpoints VALUES (18, 'toolcourt-e2c85905-3fc3-4e19-ba01-7b19f34d8f4f
18
cwCxmdHVDS9X9Pu4r6/9Ajx63sSa/Bx+x1fRTcUUySc=

— toolcourt-e2c85905-3fc3-4e19-ba01-7b19f34d8f4f KP+SrJ+jAGo0NuuKLNPyYb/OHamlvDRtByDvpPiugwKENNtk6D6H9drCSbrSk5Bfi/ktXsNm8kql6mQgz/3V9XyblQo=
');
INSERT INTO toolcourt.checkpoints VALUES (25, 'toolcourt-e2c85905-3fc3-4e19-ba01-7b19f34d8f4f
25
hxae6Mixz5pW1GzUHVA3wn/6QpAIUF+VhjLTyViwlDQ=

— toolcourt-e2c85905-3fc3-4e19-ba01-7b19f34d8f4f KP+SrDwRcTMQknzUmdOmFoZbUoRgJVA3SKMNZ1G8CGeCJ6y8tuIsVAVSP9BChNxpexVGMtgimMjJt5EpRs+cabKF1wg=
');
INSERT INTO toolcourt.checkpoints VALUES (32, 'toolcourt-e2c85905-3fc3-4e19-ba01-7b19f34d8f4f
32
6dXhB61rzFk0HmB404rO7V8pNQIjM2ZkBiF58D6FkfQ=

— toolcourt-e2c85905-3fc3-4e19-ba01-7b19f34d8f4f KP+SrLY/FYyL5Nto2FlL/wxNEoyW5sB0TPje3ANl1S9EoE2DncmJJJ+FG517Gb3WdXXdBe9Xh6nfHFZXxeaJzm+s0A0=
');
INSERT INTO toolcourt.checkpoints VALUES (36, 'toolcourt-e2c85905-3fc3-4e19-ba01-7b19f34d8f4f
36
IV7MeysIXqdMqO5XudYjSqSIwVqAdYI87qv9rGuGygU=

— toolcourt-e2c85905-3fc3-4e19-ba01-7b19f34d8f4f KP+SrPej8Jr830a54O+KpNdWw8u/+eSawRktC4Bf/6Ifh11nMVmOuw2ZTX8gN37mJCvpI1SpirXA75/LkaE0LlO1SAs=
');
INSERT INTO toolcourt.checkpoints VALUES (40, 'toolcourt-e2c85905-3fc3-4e19-ba01-7b19f34d8f4f
40
Q1DoJdjP0ey2zGMCxFGYPw9bdPQworwxYXEP0jhysFo=

— toolcourt-e2c85905-3fc3-4e19-ba01-7b19f34d8f4f KP+SrGL49e1Aiz+tXpAhvLPoQOciUFqlSBPPus5KzZ77dTVUjf8QMx23J5EBNbnyaHDfIp1MRpAqpJ4doJDeN72sdQg=
');
INSERT INTO toolcourt.checkpoints VALUES (44, 'toolcourt-e2c85905-3fc3-4e19-ba01-7b19f34d8f4f
44
IL8GENUvl6O1eUNnq+pV5YF4qzAE2stlhmLGOoog/xA=

— toolcourt-e2c85905-3fc3-4e19-ba01-7b19f34d8f4f KP+SrKmC8OQKtMQMUlXhW0+P5VI0qW2XSc70CaEucnt82k6RzgYkNywaqPsDFiJn5D8fNSPbr3BrvaWsOJjzF7k7kgc=
');


--
-- Data for Name: connections; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.connections VALUES ('510710e1461d2df2d4c1380e', '', 'local', 'shop', 'active', 1, '{"kind":"token","origins":["https://api.example.com"],"users":"owner","levels":{},"tiers":[],"header":"authorization","prefix":"Bearer "}', '{"token":"tc1.1.apdg2zo-ULo7AW_LuaXMW7_ffdo_vCh8-3ImJmVZcIsPUfCZTKjN3Us84TPJLunOPw"}', 1795022323499, 1795022323499);
INSERT INTO toolcourt.connections VALUES ('c299942867e201169a595fcc', '', 'local', 'gone', 'revoked', 2, '{"kind":"token","origins":["https://api.example.com"],"users":"owner","levels":{},"tiers":[],"header":"authorization","prefix":"Bearer "}', '{}', 1795022325442, 1795022327380);


--
-- Data for Name: draft_changes; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.draft_changes VALUES (1, 2);


--
-- Data for Name: drafts; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.drafts VALUES ('shop', 'list_orders', 1, 'sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b', 'pending', NULL, 1795022329303, '{"tool":{"name":"list_orders","description":"Lists all orders of the shop.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{}},"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":true},"_meta":{"dev.toolcourt/contract":{"effect":"read"}}},"operation":{"method":"GET","path":"/orders","base":{"origin":"https://api.example.com","path":""},"parameters":[],"response":{"contentType":"application/json","shape":"object"},"security":[]},"provenance":{"from":"shop.yaml","documentDigest":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","pointer":"/paths/~1orders/get","edition":"3.1","title":"Shop","version":"1.0"},"notes":[],"writtenBy":"operator:root","importedDigest":"sha256:5924053d9444970cb0b8ed40145aab0986e783a7593a74367eb51635d078148b"}');
INSERT INTO toolcourt.drafts VALUES ('shop', 'get_order', 2, 'sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98', 'approved', '{"kind":"approved","digest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98","by":"operator:root","at":1795022333327}', 1795022333327, '{"tool":{"name":"get_order","description":"Finds one order of the shop by its number.","inputSchema":{"type":"object","properties":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"description":"The number of the order."}},"required":["id"],"additionalProperties":false}},"required":["path"],"additionalProperties":false},"outputSchema":{"type":"object","required":["id","status"],"properties":{"id":{"type":"integer","description":"The number of the order."},"status":{"type":"string","description":"Where the order is."}}},"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":true},"_meta":{"dev.toolcourt/contract":{"effect":"read"}}},"operation":{"method":"GET","path":"/orders/{id}","base":{"origin":"https://api.example.com","path":""},"parameters":[{"place":"path","name":"id","style":"simple","explode":false}],"response":{"contentType":"application/json","shape":"object"},"security":[]},"provenance":{"from":"shop.yaml","documentDigest":"sha256:9c59f9ee8b511b6df845252dc3596a944ccb5a94feb818acf3cd7596e849c917","pointer":"/paths/~1orders~1{id}/get","edition":"3.1","title":"Shop","version":"1.0"},"notes":[],"writtenBy":"operator:root","importedDigest":"sha256:b8e0f502364657a0617a0e156c70257a3b964962ec3ebbe3bffa612496fcad98"}');


--
-- Data for Name: key_checks; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.key_checks VALUES (1, '\x3780d0abf1d7c4290f2f28703ffa0c25fffcdf597574acbf0c0cc3a425c8fc011aadce15a1fdd7abeb6fb52a5a9bccd9029d');


--
-- Data for Name: keys; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.keys VALUES ('', '510710e1461d2df2d4c1380e', 1, 1, '\x93116463e14ea4a63a20ecca327f50cb70e3010753ca9ec279d0811e93195b8f1dbbf27d6ac5133051e3f2014e37bcdb06756a66172d0504aeedf934');
INSERT INTO toolcourt.keys VALUES ('', 'c299942867e201169a595fcc', 1, 1, '\x3ba586ae97ec056b4b06b38fca7469a0762e89b8ae32b8406908e7502053f6cf25939c146863a9c06c63321858aba540d894d152b6cb545e23101035');


--
-- Data for Name: migrations; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.migrations VALUES (1, '2026-11-18 17:17:51.285209+00');
INSERT INTO toolcourt.migrations VALUES (2, '2026-11-18 17:17:51.285209+00');
INSERT INTO toolcourt.migrations VALUES (3, '2026-11-18 17:17:51.285209+00');
INSERT INTO toolcourt.migrations VALUES (4, '2026-11-18 17:17:51.285209+00');
INSERT INTO toolcourt.migrations VALUES (5, '2026-11-18 17:17:51.285209+00');


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
', 'operator:root', 1795022321490);


--
-- Data for Name: results; Type: TABLE DATA; Schema: toolcourt; Owner: -
--



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


