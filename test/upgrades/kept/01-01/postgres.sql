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
    call_id text
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
-- Data for Name: approvals; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.approvals VALUES ('4aa860ac10c81ea13c03776f91cacf88', 'fa0701eb0a135e158123b8a4d78434c7f66bc53413b2aa0483317e786da44b29', '{"args_hash":"0ca56f392f82ad306de13098868519d3434cd1530a041aaca8350a1ad8e5cf5d","connection":"local","contract_hash":"sha256:68f5a8dc54a184fc896a00d83f06fde0e3c7869b362a1911c45641a5f153e9ac","expires_at":1795021148097,"id":"4aa860ac10c81ea13c03776f91cacf88","max_uses":1,"nonce":"10cfc478a9986c66ec75dac7b87c9908","not_before":1795020548097,"policy_version":"sha256:f152479a1e36366da1e2ea476cfb25c25bec8abc6d3e520e49e638bcd49b95ad","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Ada"}', 'hello', 'local', '186363c636df6fd088a296b166103a857db506868415fd9aa19f128c467366c6', 'operator', 'done', 1795020548097, 1795021148097, 'operator:root', 1795020580829, '3088a4ea-ae8c-4092-80f3-64d9dbbd3102');
INSERT INTO toolcourt.approvals VALUES ('9f4acd5b2400952c3d110c8a9657bd92', '9315d35172ef1301fbdf500c2b48ab4eb0804504b245763460a0ba783897f826', '{"args_hash":"07ad3fe7994a820ac9d059b9ca2992b7798917e87ff532d141245a820ef242b7","connection":"local","contract_hash":"sha256:68f5a8dc54a184fc896a00d83f06fde0e3c7869b362a1911c45641a5f153e9ac","expires_at":1795021204683,"id":"9f4acd5b2400952c3d110c8a9657bd92","max_uses":1,"nonce":"6eb0792457c373bd7ca040c460b8f9a0","not_before":1795020604683,"policy_version":"sha256:f152479a1e36366da1e2ea476cfb25c25bec8abc6d3e520e49e638bcd49b95ad","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Eve"}', 'hello', 'local', 'fec07fe467a85fd2737e8ea01346962ffed26cff891e42b48acec917eab6b152', 'operator', 'denied', 1795020604683, 1795021204683, 'operator:root', 1795020642571, NULL);
INSERT INTO toolcourt.approvals VALUES ('ae6fcdb713fec9f47d3bdfca69be054a', 'cffa5dc6cf0761f9e4cb61b3bb549facdfc37552943cff06acf30751523a70fa', '{"args_hash":"39fcdc14d0cb1d4c4e0fc96ffc0983fb2298057abe2635a3f93b23130ad6fc47","connection":"local","contract_hash":"sha256:68f5a8dc54a184fc896a00d83f06fde0e3c7869b362a1911c45641a5f153e9ac","expires_at":1795021253751,"id":"ae6fcdb713fec9f47d3bdfca69be054a","max_uses":1,"nonce":"02755270afc7320e70fb2b775e518aed","not_before":1795020653751,"policy_version":"sha256:f152479a1e36366da1e2ea476cfb25c25bec8abc6d3e520e49e638bcd49b95ad","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Cleo"}', 'hello', 'local', '13d0eea8dfb97f244a96c87aae2941f75d8f54eaf75631748009aa6a6b011758', 'operator', 'approved', 1795020653751, 1795021253751, 'operator:root', 1795020687468, NULL);
INSERT INTO toolcourt.approvals VALUES ('9362df71e069aba9f03dbb009c629799', 'f6fb4c2bed0ee79bd3935f4aa764d75206eae4aa7a37b006cb89c4b0576fd1c4', '{"args_hash":"57bc2a781fd9d8a11ab161d02cc95795b5c5db21a364fb4b12109b7799996efe","connection":"local","contract_hash":"sha256:68f5a8dc54a184fc896a00d83f06fde0e3c7869b362a1911c45641a5f153e9ac","expires_at":1795021315425,"id":"9362df71e069aba9f03dbb009c629799","max_uses":1,"nonce":"c3cabb25b0a829cf4605375f2badcad4","not_before":1795020715425,"policy_version":"sha256:f152479a1e36366da1e2ea476cfb25c25bec8abc6d3e520e49e638bcd49b95ad","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Bob"}', 'hello', 'local', 'df42b366f093e37009fb38dcedbba3e2221aa674483816a28ef10c502cc057c9', 'operator', 'pending', 1795020715425, 1795021315425, NULL, NULL, NULL);


--
-- Data for Name: audit; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.audit VALUES (1, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:88bab6d8f6dc68a877064d584cbb5b6c50e74f617ea50d81d3a53c2ee6ffbc4f"},"at":1795020548031,"callId":"f0d5cc51-6d57-435d-8fd6-a8216219fd54","correlationId":"dd337d0f-adbb-4bc2-b198-0102fa027758","kind":"call.opened","monotonic":16780.888,"principal":{"id":"local","kind":"local"},"tool":"hello","traceId":"b502f7b8-6e3a-475a-8186-2b07ade7042e"}', '6e7f579da368889b4501bc7fa51801481b98a5ebae2cfec0849755be85d504eb');
INSERT INTO toolcourt.audit VALUES (2, '{"about":{"digest":"fa0701eb0a135e158123b8a4d78434c7f66bc53413b2aa0483317e786da44b29","expiresAt":1795021148097,"from":"operator","id":"4aa860ac10c81ea13c03776f91cacf88","requester":"local","tool":"hello"},"at":1795020548097,"kind":"approval.requested","monotonic":16846.793}', 'c28ae2529b0429692e2243fc19ea6b12c5cb6a4c131015d8177f8913ed532546');
INSERT INTO toolcourt.audit VALUES (3, '{"at":1795020548169,"callId":"f0d5cc51-6d57-435d-8fd6-a8216219fd54","code":"approval-required","kind":"call.closed","monotonic":16918.722,"ms":137.834,"statement":"local-principal","target":{"contract":"sha256:68f5a8dc54a184fc896a00d83f06fde0e3c7869b362a1911c45641a5f153e9ac","effect":"read","name":"hello","server":"local"}}', '42cce8658adff0b656d17087fe5f068c371c0fc6a90f8bcae169863ae5a769f4');
INSERT INTO toolcourt.audit VALUES (4, '{"about":{"by":"operator:root","digest":"fa0701eb0a135e158123b8a4d78434c7f66bc53413b2aa0483317e786da44b29","expiresAt":1795021148097,"from":"operator","id":"4aa860ac10c81ea13c03776f91cacf88","requester":"local","to":"approved","tool":"hello"},"at":1795020580829,"kind":"approval.decided","monotonic":9941.873}', '20678b0bed98f5e10fe4260ac076ce013870923f853c6cfa51a9b93076340b6e');
INSERT INTO toolcourt.audit VALUES (5, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:88bab6d8f6dc68a877064d584cbb5b6c50e74f617ea50d81d3a53c2ee6ffbc4f"},"at":1795020591435,"callId":"3088a4ea-ae8c-4092-80f3-64d9dbbd3102","correlationId":"3924d80d-f299-4e79-9184-5de8c1ff4222","kind":"call.opened","monotonic":10482.753,"principal":{"id":"local","kind":"local"},"tool":"hello","traceId":"235fbdc3-b727-4156-96e1-8d60c5cce6b2"}', 'aa8709a5528cb98c3b69571d59f890b2861430ff3187eed6d36ac329dfe9d240');
INSERT INTO toolcourt.audit VALUES (6, '{"about":{"digest":"fa0701eb0a135e158123b8a4d78434c7f66bc53413b2aa0483317e786da44b29","expiresAt":1795021148097,"from":"operator","id":"4aa860ac10c81ea13c03776f91cacf88","requester":"local","tool":"hello"},"at":1795020591516,"callId":"3088a4ea-ae8c-4092-80f3-64d9dbbd3102","kind":"approval.consumed","monotonic":10564.249}', '64a4379b460009fc029591c5d4e04aaa00861db2f96d2d184d068b283095ab2c');
INSERT INTO toolcourt.audit VALUES (7, '{"approval":{"digest":"fa0701eb0a135e158123b8a4d78434c7f66bc53413b2aa0483317e786da44b29","id":"4aa860ac10c81ea13c03776f91cacf88"},"at":1795020591774,"callId":"3088a4ea-ae8c-4092-80f3-64d9dbbd3102","code":"answered","contract":"sha256:68f5a8dc54a184fc896a00d83f06fde0e3c7869b362a1911c45641a5f153e9ac","fromCache":false,"kind":"call.closed","monotonic":10822.604,"ms":339.851,"result":{"bytes":1466,"digest":"sha256:a17a94c004d2b7a821e1721f116afe82cc09dee4777ff7f277fd4e69fb7cf2e2"},"statement":"local-principal","target":{"contract":"sha256:68f5a8dc54a184fc896a00d83f06fde0e3c7869b362a1911c45641a5f153e9ac","effect":"read","name":"hello","server":"local"}}', '707c31a946e8ca247f6c39c9491b72f7ebab573c93cbe319a49ce7b45d492174');
INSERT INTO toolcourt.audit VALUES (8, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:c21ff8939a6666c29aa3e48c70342eed9a268846fc801b5aca851350e01deae3"},"at":1795020604652,"callId":"9d041065-f801-4928-9486-22710349f72d","correlationId":"c3318c1b-cc6e-462b-994a-e775cc4e1b1d","kind":"call.opened","monotonic":12482.02,"principal":{"id":"local","kind":"local"},"tool":"hello","traceId":"b4112380-e085-4225-8ccd-bb6316ba6673"}', '125a29080de9ae8fb99d4bcadd107c8b108ea78c495c675f5e24f3c36b0eab51');
INSERT INTO toolcourt.audit VALUES (9, '{"about":{"digest":"9315d35172ef1301fbdf500c2b48ab4eb0804504b245763460a0ba783897f826","expiresAt":1795021204683,"from":"operator","id":"9f4acd5b2400952c3d110c8a9657bd92","requester":"local","tool":"hello"},"at":1795020604683,"kind":"approval.requested","monotonic":12513.4}', '8dd8ff629433ca36fc08200c317aa86c0e45e14a443928c759a67a2ba68c1ec4');
INSERT INTO toolcourt.audit VALUES (10, '{"at":1795020604718,"callId":"9d041065-f801-4928-9486-22710349f72d","code":"approval-required","kind":"call.closed","monotonic":12547.923,"ms":65.902,"statement":"local-principal","target":{"contract":"sha256:68f5a8dc54a184fc896a00d83f06fde0e3c7869b362a1911c45641a5f153e9ac","effect":"read","name":"hello","server":"local"}}', '140980bd9dd9d588490e425422bb658757bd2ec0ffab3046e4137a737c4b707a');
INSERT INTO toolcourt.audit VALUES (11, '{"about":{"by":"operator:root","digest":"9315d35172ef1301fbdf500c2b48ab4eb0804504b245763460a0ba783897f826","expiresAt":1795021204683,"from":"operator","id":"9f4acd5b2400952c3d110c8a9657bd92","requester":"local","to":"denied","tool":"hello"},"at":1795020642571,"kind":"approval.decided","monotonic":12991.543}', '35df86d9dd7de68ba02864c3ee9af9d004f2e6b3c6c43d057734670bcaab05e5');
INSERT INTO toolcourt.audit VALUES (12, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":15,"digest":"sha256:56b446afe3d8617a4a30a985b9e105fb117efd243a34f15ae531413774b663e4"},"at":1795020653695,"callId":"4434002f-7442-45b7-9ece-ea0d4a8af44a","correlationId":"789e544f-b891-4a49-a687-92c6aa29a8a1","kind":"call.opened","monotonic":10805.702,"principal":{"id":"local","kind":"local"},"tool":"hello","traceId":"b525a4d3-716a-45f6-92b4-d210e511132a"}', '987e368905f44c2f9691b0bc2df3dacb00a9f97a9604886ed6f71f11590f8605');
INSERT INTO toolcourt.audit VALUES (13, '{"about":{"digest":"cffa5dc6cf0761f9e4cb61b3bb549facdfc37552943cff06acf30751523a70fa","expiresAt":1795021253751,"from":"operator","id":"ae6fcdb713fec9f47d3bdfca69be054a","requester":"local","tool":"hello"},"at":1795020653751,"kind":"approval.requested","monotonic":10861.801}', '70a8c9dd62e0eb68d4503cf7c5362b223c4e303c76921ee008573b5665b60f3c');
INSERT INTO toolcourt.audit VALUES (14, '{"at":1795020653795,"callId":"4434002f-7442-45b7-9ece-ea0d4a8af44a","code":"approval-required","kind":"call.closed","monotonic":10905.909,"ms":100.207,"statement":"local-principal","target":{"contract":"sha256:68f5a8dc54a184fc896a00d83f06fde0e3c7869b362a1911c45641a5f153e9ac","effect":"read","name":"hello","server":"local"}}', 'd008856050ecfcea0b28b57f79103b1448cdbf9bb4053f6e49ef47d70dc06845');
INSERT INTO toolcourt.audit VALUES (15, '{"about":{"by":"operator:root","digest":"cffa5dc6cf0761f9e4cb61b3bb549facdfc37552943cff06acf30751523a70fa","expiresAt":1795021253751,"from":"operator","id":"ae6fcdb713fec9f47d3bdfca69be054a","requester":"local","to":"approved","tool":"hello"},"at":1795020687468,"kind":"approval.decided","monotonic":16359.197}', '31d6a072827d074329c4e1e1d6bee8e3d773d17a719fbcd33716c50c7fca999e');
INSERT INTO toolcourt.audit VALUES (16, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:840c3985f212fbe59d713f02acf464269bdb7abe7fcd66fb40d52320ef0da799"},"at":1795020715307,"callId":"982c9b9b-86cf-43bc-91e8-b58f6bc91566","correlationId":"f4c7fc0e-5cb7-4578-8a2e-1cb0623907b0","kind":"call.opened","monotonic":27513.365,"principal":{"id":"local","kind":"local"},"tool":"hello","traceId":"16c69c7a-629d-430a-8116-37194f3159db"}', 'bf1012ed26409b1ff3b4c646fa469808d36af3aa9cd0ac668c220d692bf3469e');
INSERT INTO toolcourt.audit VALUES (17, '{"about":{"digest":"f6fb4c2bed0ee79bd3935f4aa764d75206eae4aa7a37b006cb89c4b0576fd1c4","expiresAt":1795021315425,"from":"operator","id":"9362df71e069aba9f03dbb009c629799","requester":"local","tool":"hello"},"at":1795020715425,"kind":"approval.requested","monotonic":27639.979}', '895aa350851ff5d7fe5d56b0082e6ce01fe73930703520f3a0dd1260b0157b6e');
INSERT INTO toolcourt.audit VALUES (18, '{"at":1795020715634,"callId":"982c9b9b-86cf-43bc-91e8-b58f6bc91566","code":"approval-required","kind":"call.closed","monotonic":27840.56,"ms":327.195,"statement":"local-principal","target":{"contract":"sha256:68f5a8dc54a184fc896a00d83f06fde0e3c7869b362a1911c45641a5f153e9ac","effect":"read","name":"hello","server":"local"}}', '12647bf57572d23d318d4724c83d87cc5d20556132310016cbcc221da13893f4');
INSERT INTO toolcourt.audit VALUES (19, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":12,"digest":"sha256:3d6a916e86efba9105154ea95dda8d8da47df173d931c23e7a346c7babd81a3e"},"at":1795020747637,"callId":"cd6fbdb6-a240-4e46-8134-08672dd98f09","correlationId":"6d7f02b5-0d22-4459-8516-bf3918dff9c9","kind":"call.opened","monotonic":31070.939,"principal":{"id":"local","kind":"local"},"tool":"find_ticket","traceId":"eab1b860-c5bf-4e40-865d-d01aa5f4d986"}', '06f82fdf1fcb1c7fe13591d7409fe15fd0b2a475e1809b71b13e79c568fe67f8');
INSERT INTO toolcourt.audit VALUES (20, '{"at":1795020747728,"callId":"cd6fbdb6-a240-4e46-8134-08672dd98f09","code":"answered","contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","fromCache":false,"kind":"call.closed","monotonic":31161.94,"ms":91.002,"result":{"bytes":128,"digest":"sha256:e4c46576d303d5e1dbbe617bd48e0b53ae4d49e3dc12ca77452f1361c5163083"},"statement":"local-principal","target":{"contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","effect":"write","name":"find_ticket","server":"tickets"}}', 'a2570fc68f988707a48de66ae2877d44f5192394ae9ee793ab56827dd7889a5d');
INSERT INTO toolcourt.audit VALUES (21, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":12,"digest":"sha256:d65dc375f554b634c774bcc6f8a2ce6e23f41d2641c9b19453755d3dc8546f01"},"at":1795020766525,"callId":"f8273f7f-7859-45f6-8308-42f84f688c89","correlationId":"78641855-aa3d-454d-8ffd-20078a718683","kind":"call.opened","monotonic":17894.551,"principal":{"id":"local","kind":"local"},"tool":"close_ticket","traceId":"735a968c-2157-41ba-b9cf-570ed3d0a3a2"}', '82983b5b0ed6a83f18fe9f4f3dab58e82e0c85a2e0368156f4883acd6edac1ce');
INSERT INTO toolcourt.audit VALUES (22, '{"at":1795020766647,"callId":"f8273f7f-7859-45f6-8308-42f84f688c89","code":"answered","contract":"sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8","fromCache":false,"kind":"call.closed","monotonic":18016.399,"ms":121.848,"result":{"bytes":130,"digest":"sha256:0dd9ddac8e92e6e34cdc627c64a4dce6bdddf024acd496cbd4af2516d1ed0920"},"statement":"local-principal","target":{"contract":"sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8","effect":"write","name":"close_ticket","server":"tickets"}}', 'aa1cce20baabf096cd7cf838c57df5d16b90dbeb5eb9af50bf2fd180a8cefbf7');
INSERT INTO toolcourt.audit VALUES (23, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":13,"digest":"sha256:7c445349efd10252e224efce9091e1394c7f442a1737c4d0732f9ac6f901bba7"},"at":1795020781789,"callId":"754634f5-14cf-4ad9-b5e9-a0190cfe8b19","correlationId":"f281ad53-1d56-4d91-b5cc-5224bd9c3e59","kind":"call.opened","monotonic":14007.898,"principal":{"id":"local","kind":"local"},"tool":"find_ticket","traceId":"a8095614-b69e-49b3-9eb2-c7667297533e"}', '2b6baa3d0b1388e523f71cc68b1da191ea6e12e3e0119e05aa247cce7ba0ba8a');
INSERT INTO toolcourt.audit VALUES (24, '{"at":1795020781827,"callId":"754634f5-14cf-4ad9-b5e9-a0190cfe8b19","code":"output-invalid","kind":"call.closed","monotonic":14045.862,"ms":37.964,"statement":"local-principal","target":{"contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","effect":"write","name":"find_ticket","server":"tickets"}}', '0336ec9beeef44bb570a2e2c87a18c82586d4e0abed54dc4aba74a6d4d38b9f6');
INSERT INTO toolcourt.audit VALUES (25, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":13,"digest":"sha256:7b61b1cbcbcc385176c08b2244fb5d32aef168d90e43e48b5edd6c386307db30"},"at":1795020811011,"callId":"05e976ce-df76-41fc-8606-66a767ff116f","correlationId":"d6c0e8cb-e822-4d24-885d-009f214d76cf","kind":"call.opened","monotonic":28726.086,"principal":{"id":"local","kind":"local"},"tool":"find_ticket","traceId":"484e6c04-18a5-40fc-81a1-8d98bc6d4fff"}', '1a530e39f626ead89ed61aaf637534670b50f13e5b1e08930fdb5726a1b1b39c');


--
-- Data for Name: begun; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.begun VALUES ('05e976ce-df76-41fc-8606-66a767ff116f', 25, 1795020811011);


--
-- Data for Name: checkpoints; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.checkpoints VALUES (3, 'toolcourt-84d2fffc-101d-4183-ac9a-08790b1be639
3
OCzNQoSDC+9q8+cJDj1PVK5UXZo5akFLJD9aD+orQLI=

— toolcourt-84d2fffc-101d-4183-ac9a-08790b1be639 Y8wNn22Rd84+LvIWhuQIrw70HAR9l/AGKa8wtk033iq4qSC75evHiogh3uuRg1UILOnuyPW5sGX4aUV1xd+7dwdYYgo=
');
INSERT INTO toolcourt.checkpoints VALUES (7, 'toolcourt-84d2fffc-101d-4183-ac9a-08790b1be639
7
TDDQlU5aWAcZDXqe0luYtrYT7nJci3ePS0fsjoGVgYU=

— toolcourt-84d2fffc-101d-4183-ac9a-08790b1be639 Y8wNn374WWKTTBsTSo8xa/DXrRzqdc/f2pjTc1vEW+2GiaQnv9Qi8UfnNIwHaw9q7XJmMHIUpaIg8JAX/3P/4MoNhQA=
');
INSERT INTO toolcourt.checkpoints VALUES (10, 'toolcourt-84d2fffc-101d-4183-ac9a-08790b1be639
10
NkLXvJ2fikMuyTYL5MsTAyZG50VSs0W+0l5CTdq1H+4=

— toolcourt-84d2fffc-101d-4183-ac9a-08790b1be639 Y8wNn78+SscSSZ8oyxMl7j+/W5hi4oY6e3vc9sKJfsShAwk7kQX0MRlWZxKrD4RenVhsuEF/3fcMcKKVqKx9k79oIgc=
');
INSERT INTO toolcourt.checkpoints VALUES (14, 'toolcourt-84d2fffc-101d-4183-ac9a-08790b1be639
14
g50CnsVmhPT7paQY3zDDNF0iEE+v38Z/0SpdMAKYD/I=

— toolcourt-84d2fffc-101d-4183-ac9a-08790b1be639 Y8wNn+4ZNJzSSaFgItL85ayPOLfXEf/y3fvpROSr07+QLvgGD599m+37Aa1B2D128xE89VHtu/U1YB/ZTs5YRYW1iwI=
');
INSERT INTO toolcourt.checkpoints VALUES (18, 'toolcourt-84d2fffc-101d-4183-ac9a-08790b1be639
18
+hyEFvw3fmZ6u2QkgX1pVW2EZf7DLDSHEoDCuc64we8=

— toolcourt-84d2fffc-101d-4183-ac9a-08790b1be639 Y8wNnzpZQoSK1noyvuDmkf7nhwOdaqs2J/nMVtxHeJXVQ3ILExNhBEbDb7G4sNbeDxfk/3rdlU9+fUt62Cn5ieIfywA=
');
INSERT INTO toolcourt.checkpoints VALUES (20, 'toolcourt-84d2fffc-101d-4183-ac9a-08790b1be639
20
qFIZD8qtC7ovowIPe7u8l72c6OyRzRUXmhobzeNEL+o=

— toolcourt-84d2fffc-101d-4183-ac9a-08790b1be639 Y8wNnwaVx4ChRD+ryh5Utec9JBib47FByZyw7BW2z9JEOjaUfiyg3SXow41W0Ci3fr+qOatbsQQy3a4LdwShIDExwg8=
');
INSERT INTO toolcourt.checkpoints VALUES (22, 'toolcourt-84d2fffc-101d-4183-ac9a-08790b1be639
22
f46k0W3a1iIxYXg3cIWKLj5RF8jucBJix1e3mtyR40Y=

— toolcourt-84d2fffc-101d-4183-ac9a-08790b1be639 Y8wNnzm5EzP03k771ZqihPweZIn4CnWReHjZosj7sqivluJJSEKPBjuf/hAnuRVEaWjD7CmrJBXFTuaMBmtjNYL8wgw=
');
INSERT INTO toolcourt.checkpoints VALUES (24, 'toolcourt-84d2fffc-101d-4183-ac9a-08790b1be639
24
MCybksubSxiIrUHAl8xkIrCVub9Y0redbG5ksMQ8VYc=

— toolcourt-84d2fffc-101d-4183-ac9a-08790b1be639 Y8wNn6zGnrUJF0GYEVZha0ZTkvKqdqC/6odZt2wA/5ZA1a1fPmF3cVQJRmOtoQwJWm1/ZS0ii08eflCUYu58wcJXtgk=
');


--
-- Data for Name: migrations; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.migrations VALUES (1, '2026-11-18 16:49:03.10261+00');


--
-- Data for Name: personal; Type: TABLE DATA; Schema: toolcourt; Owner: -
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
-- Name: approvals_by_requester; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX approvals_by_requester ON toolcourt.approvals USING btree (requester, created_at);


--
-- Name: approvals_newest; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX approvals_newest ON toolcourt.approvals USING btree (created_at);


--
-- Name: approvals_open; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX approvals_open ON toolcourt.approvals USING btree (fingerprint) WHERE (state = ANY (ARRAY['pending'::text, 'approved'::text]));


--
-- Name: personal_by_subject; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX personal_by_subject ON toolcourt.personal USING btree (subject);


--
-- Name: audit audit_is_only_added_to; Type: TRIGGER; Schema: toolcourt; Owner: -
--

CREATE TRIGGER audit_is_only_added_to BEFORE DELETE OR UPDATE OR TRUNCATE ON toolcourt.audit FOR EACH STATEMENT EXECUTE FUNCTION toolcourt.refuse_change();


--
-- PostgreSQL database dump complete
--


