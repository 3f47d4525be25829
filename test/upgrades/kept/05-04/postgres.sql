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
-- Data for Name: approvals; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.approvals VALUES ('88e99b18b81cf3d34f940d21cc4b3c8f', '70017ed20a28230373ef8402fb8687b08c29ce221e8419c5242b950ae804d88a', '{"args_hash":"0ca56f392f82ad306de13098868519d3434cd1530a041aaca8350a1ad8e5cf5d","connection":"local","contract_hash":"sha256:68f5a8dc54a184fc896a00d83f06fde0e3c7869b362a1911c45641a5f153e9ac","expires_at":1795022766475,"id":"88e99b18b81cf3d34f940d21cc4b3c8f","max_uses":1,"nonce":"d66a20f33cbbb0cc69f65322b07adf7a","not_before":1795022166475,"policy_version":"sha256:f152479a1e36366da1e2ea476cfb25c25bec8abc6d3e520e49e638bcd49b95ad","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Ada"}', 'hello', 'local', '186363c636df6fd088a296b166103a857db506868415fd9aa19f128c467366c6', 'operator', 'done', 1795022166475, 1795022766475, 'operator:root', 1795022171405, 'b3ea1e3d-7e17-4eea-8ede-292e33c8a6b5', NULL, 1, '[{"by":"operator:root","at":1795022171405}]');
INSERT INTO toolcourt.approvals VALUES ('2ecc031fcfa787c3c9266ac9e5ab58a7', '942e4dd54953fd0952688672fbc8197328d78bb003ab042b6cf26940ebf0b805', '{"args_hash":"07ad3fe7994a820ac9d059b9ca2992b7798917e87ff532d141245a820ef242b7","connection":"local","contract_hash":"sha256:68f5a8dc54a184fc896a00d83f06fde0e3c7869b362a1911c45641a5f153e9ac","expires_at":1795022775878,"id":"2ecc031fcfa787c3c9266ac9e5ab58a7","max_uses":1,"nonce":"bc77a3547e360ee6f89adbec0c5f4bfa","not_before":1795022175878,"policy_version":"sha256:f152479a1e36366da1e2ea476cfb25c25bec8abc6d3e520e49e638bcd49b95ad","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Eve"}', 'hello', 'local', 'fec07fe467a85fd2737e8ea01346962ffed26cff891e42b48acec917eab6b152', 'operator', 'denied', 1795022175878, 1795022775878, 'operator:root', 1795022180574, NULL, NULL, 1, '[]');
INSERT INTO toolcourt.approvals VALUES ('1f6ffae9ff82c06739fb2c5eed605083', 'e402a24dd7b7f97165c301c9315833a044ccad83622063ab4b5dcdf4bd5e8ed5', '{"args_hash":"39fcdc14d0cb1d4c4e0fc96ffc0983fb2298057abe2635a3f93b23130ad6fc47","connection":"local","contract_hash":"sha256:68f5a8dc54a184fc896a00d83f06fde0e3c7869b362a1911c45641a5f153e9ac","expires_at":1795022782719,"id":"1f6ffae9ff82c06739fb2c5eed605083","max_uses":1,"nonce":"fdcc8f5a2fd1ca06167ae645ce3789c9","not_before":1795022182719,"policy_version":"sha256:f152479a1e36366da1e2ea476cfb25c25bec8abc6d3e520e49e638bcd49b95ad","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Cleo"}', 'hello', 'local', '13d0eea8dfb97f244a96c87aae2941f75d8f54eaf75631748009aa6a6b011758', 'operator', 'approved', 1795022182719, 1795022782719, 'operator:root', 1795022187266, NULL, NULL, 1, '[{"by":"operator:root","at":1795022187266}]');
INSERT INTO toolcourt.approvals VALUES ('893307b2c2364d83ab5e4dfe7587815c', '4f49751ba8ed6866a968758f9851f873af0b040c54c2163e095b96671cd30db6', '{"args_hash":"57bc2a781fd9d8a11ab161d02cc95795b5c5db21a364fb4b12109b7799996efe","connection":"local","contract_hash":"sha256:68f5a8dc54a184fc896a00d83f06fde0e3c7869b362a1911c45641a5f153e9ac","expires_at":1795022789086,"id":"893307b2c2364d83ab5e4dfe7587815c","max_uses":1,"nonce":"b9ffddcae2e4393fae7bfdadc66fa08f","not_before":1795022189086,"policy_version":"sha256:f152479a1e36366da1e2ea476cfb25c25bec8abc6d3e520e49e638bcd49b95ad","query_id":null,"requester":"local","risk":"read","tenant":null,"tool":"hello","v":1}', '{"name":"Bob"}', 'hello', 'local', 'df42b366f093e37009fb38dcedbba3e2221aa674483816a28ef10c502cc057c9', 'operator', 'pending', 1795022189086, 1795022789086, NULL, NULL, NULL, NULL, 1, '[]');


--
-- Data for Name: audit; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.audit VALUES (1, '{"about":{"configuration":"sha256:6dce34c12260b5e1fa9bd48407a894cf5a327895142c7b43f147f9dbcad63fba","gateway":"cd95d877-6614-42ab-b573-e95660cb9205","servers":{"tickets":"stdio"},"version":"0.1.0"},"at":1795022165936,"kind":"gateway.started","monotonic":1603.27}', 'd9921464401d8274950d9d51810e2a4804168f72c6d6ca258bde69c5de5815f3');
INSERT INTO toolcourt.audit VALUES (2, '{"about":{"servers":1,"tools":2},"at":1795022166432,"kind":"lock.started","monotonic":2099.037}', '494d4c0b8e3b557fe4c7adbbde962caa77cdfa4f1e4f91bdbbd458be1740fd10');
INSERT INTO toolcourt.audit VALUES (3, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:88bab6d8f6dc68a877064d584cbb5b6c50e74f617ea50d81d3a53c2ee6ffbc4f"},"at":1795022166452,"callId":"065d838a-3e29-4f90-a604-b33860d57314","correlationId":"361b36d7-85e8-4420-abd2-6156c7d8fdb8","kind":"call.opened","monotonic":2119.628,"principal":{"id":"local","kind":"local"},"tool":"hello","traceId":"9616e314-ef1d-4686-9145-fe9b7dab7b75"}', '7e7c0ce207ba87156497b6cab58dd995d7a08f091b1b436df86827a5c34c36e4');
INSERT INTO toolcourt.audit VALUES (4, '{"about":{"digest":"70017ed20a28230373ef8402fb8687b08c29ce221e8419c5242b950ae804d88a","expiresAt":1795022766475,"from":"operator","id":"88e99b18b81cf3d34f940d21cc4b3c8f","requester":"local","tool":"hello"},"at":1795022166475,"kind":"approval.requested","monotonic":2143.9}', '2c729cb2366c303ae5849db291c74583988cfcd97512cd63dfa72f3d071f2fe2');
INSERT INTO toolcourt.audit VALUES (5, '{"at":1795022166486,"callId":"065d838a-3e29-4f90-a604-b33860d57314","code":"approval-required","kind":"call.closed","monotonic":2153.735,"ms":34.107,"policy":"sha256:f152479a1e36366da1e2ea476cfb25c25bec8abc6d3e520e49e638bcd49b95ad","shape":{"named":["name: string(3)"]},"statement":"local-principal","target":{"contract":"sha256:68f5a8dc54a184fc896a00d83f06fde0e3c7869b362a1911c45641a5f153e9ac","effect":"read","name":"hello","server":"local"}}', '308e9690951e8c13a5441c25f7688bd2c82e6a46dd0ed4c83300c180efb750b8');
INSERT INTO toolcourt.audit VALUES (6, '{"about":{"gateway":"cd95d877-6614-42ab-b573-e95660cb9205"},"at":1795022166523,"kind":"gateway.stopped","monotonic":2190.006}', '72facdd99a3eb61fe723d2af41913835f20acad5a14ea06b982963e91c016fdb');
INSERT INTO toolcourt.audit VALUES (7, '{"about":{"by":"operator:root","digest":"70017ed20a28230373ef8402fb8687b08c29ce221e8419c5242b950ae804d88a","expiresAt":1795022766475,"from":"operator","id":"88e99b18b81cf3d34f940d21cc4b3c8f","requester":"local","tool":"hello"},"at":1795022169640,"kind":"approval.shown","monotonic":1583.271}', '5d49d5fb09f9f1aa50b683581ca99e9759597c6f8ad7e8e508aeb7c4dba64e9e');
INSERT INTO toolcourt.audit VALUES (8, '{"about":{"by":"operator:root","digest":"70017ed20a28230373ef8402fb8687b08c29ce221e8419c5242b950ae804d88a","expiresAt":1795022766475,"from":"operator","id":"88e99b18b81cf3d34f940d21cc4b3c8f","requester":"local","to":"approved","tool":"hello"},"at":1795022171405,"kind":"approval.decided","monotonic":1670.772}', 'db10442b4ad38cb48b14467d6d916b67bf8963beabd966795e17714473ebbae7');
INSERT INTO toolcourt.audit VALUES (9, '{"about":{"configuration":"sha256:6dce34c12260b5e1fa9bd48407a894cf5a327895142c7b43f147f9dbcad63fba","gateway":"b2190143-e33f-4652-b112-0a3390d6ff65","servers":{"tickets":"stdio"},"version":"0.1.0"},"at":1795022173087,"kind":"gateway.started","monotonic":1623.448}', '2226a181005ca96185966f2a46cb1093280344bcbbe5fef2de77b692550d8bf6');
INSERT INTO toolcourt.audit VALUES (10, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:88bab6d8f6dc68a877064d584cbb5b6c50e74f617ea50d81d3a53c2ee6ffbc4f"},"at":1795022173593,"callId":"b3ea1e3d-7e17-4eea-8ede-292e33c8a6b5","correlationId":"e52e7d0c-835d-4bfc-88be-074fb30996a0","kind":"call.opened","monotonic":2129.011,"principal":{"id":"local","kind":"local"},"tool":"hello","traceId":"49537d25-a451-41d8-9533-00a64e0e954d"}', '24f2c4700cbbc25a5eafcce5b0a17d3eb9b5fbc57fac42e5d496c1ca128c194d');
INSERT INTO toolcourt.audit VALUES (11, '{"about":{"digest":"70017ed20a28230373ef8402fb8687b08c29ce221e8419c5242b950ae804d88a","expiresAt":1795022766475,"from":"operator","id":"88e99b18b81cf3d34f940d21cc4b3c8f","requester":"local","tool":"hello"},"at":1795022173608,"callId":"b3ea1e3d-7e17-4eea-8ede-292e33c8a6b5","kind":"approval.consumed","monotonic":2144.819}', 'e3f339372ba76173023c21e815b8f0397a8b3fa325a7996b6d2fffd1092bb8e8');
INSERT INTO toolcourt.audit VALUES (12, '{"approval":{"digest":"70017ed20a28230373ef8402fb8687b08c29ce221e8419c5242b950ae804d88a","id":"88e99b18b81cf3d34f940d21cc4b3c8f"},"at":1795022173635,"callId":"b3ea1e3d-7e17-4eea-8ede-292e33c8a6b5","code":"answered","contract":"sha256:68f5a8dc54a184fc896a00d83f06fde0e3c7869b362a1911c45641a5f153e9ac","fromCache":false,"kind":"call.closed","monotonic":2171.209,"ms":42.198,"policy":"sha256:f152479a1e36366da1e2ea476cfb25c25bec8abc6d3e520e49e638bcd49b95ad","result":{"bytes":1462,"digest":"sha256:53d656c2602f129b4a77ae4f577c0a6a5d7a3b080b8c1f7cf90194142f5e9f5a"},"shape":{"named":["name: string(3)"]},"statement":"local-principal","target":{"contract":"sha256:68f5a8dc54a184fc896a00d83f06fde0e3c7869b362a1911c45641a5f153e9ac","effect":"read","name":"hello","server":"local"}}', '2c3963143efcb5326a2df0e1b87bff800468aba1c4443cf82c9e03e23b124a90');
INSERT INTO toolcourt.audit VALUES (13, '{"about":{"gateway":"b2190143-e33f-4652-b112-0a3390d6ff65"},"at":1795022173669,"kind":"gateway.stopped","monotonic":2204.955}', 'eed3af8f1d6ffc129d6a6bebe41cf1228a3c47509d660c52901490e19cb6dbf2');
INSERT INTO toolcourt.audit VALUES (14, '{"about":{"configuration":"sha256:6dce34c12260b5e1fa9bd48407a894cf5a327895142c7b43f147f9dbcad63fba","gateway":"c423abbd-d0e7-427f-a096-bda624cab5cc","servers":{"tickets":"stdio"},"version":"0.1.0"},"at":1795022175336,"kind":"gateway.started","monotonic":1599.923}', '5824173de90627a70b0dfc6e9268f2e730c5a835bc0ff5ffaa7d565bf97232fa');
INSERT INTO toolcourt.audit VALUES (15, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:c21ff8939a6666c29aa3e48c70342eed9a268846fc801b5aca851350e01deae3"},"at":1795022175868,"callId":"9a579075-dc2b-43c2-bc10-d76f3cf0596b","correlationId":"a5ee8d55-2e3b-4bc0-b913-13a5375f1806","kind":"call.opened","monotonic":2131.605,"principal":{"id":"local","kind":"local"},"tool":"hello","traceId":"39b9facc-34f1-4af5-8f13-534442e8d5ad"}', '12385172d5ac6324ad7468c070ffc2cf1cf6c1931b52e8730afeb725174069c6');
INSERT INTO toolcourt.audit VALUES (16, '{"about":{"digest":"942e4dd54953fd0952688672fbc8197328d78bb003ab042b6cf26940ebf0b805","expiresAt":1795022775878,"from":"operator","id":"2ecc031fcfa787c3c9266ac9e5ab58a7","requester":"local","tool":"hello"},"at":1795022175878,"kind":"approval.requested","monotonic":2143.1}', '6b8f4a983889c2ec366bce53706b9bd53856f03fa99e710019be80e8607cf6ea');
INSERT INTO toolcourt.audit VALUES (17, '{"at":1795022175894,"callId":"9a579075-dc2b-43c2-bc10-d76f3cf0596b","code":"approval-required","kind":"call.closed","monotonic":2158.373,"ms":26.769,"policy":"sha256:f152479a1e36366da1e2ea476cfb25c25bec8abc6d3e520e49e638bcd49b95ad","shape":{"named":["name: string(3)"]},"statement":"local-principal","target":{"contract":"sha256:68f5a8dc54a184fc896a00d83f06fde0e3c7869b362a1911c45641a5f153e9ac","effect":"read","name":"hello","server":"local"}}', '438126432cd608dae98a45e21777fd1dad179d0b4aba19ffea5652adbbdf51e4');
INSERT INTO toolcourt.audit VALUES (18, '{"about":{"gateway":"c423abbd-d0e7-427f-a096-bda624cab5cc"},"at":1795022175934,"kind":"gateway.stopped","monotonic":2198.244}', 'cdeb995410f975197b4cc078c8beba5fb9a7f8ef1dcb37b989abc5767a20fc14');
INSERT INTO toolcourt.audit VALUES (19, '{"about":{"by":"operator:root","digest":"942e4dd54953fd0952688672fbc8197328d78bb003ab042b6cf26940ebf0b805","expiresAt":1795022775878,"from":"operator","id":"2ecc031fcfa787c3c9266ac9e5ab58a7","requester":"local","tool":"hello"},"at":1795022178927,"kind":"approval.shown","monotonic":1475.744}', 'f445c62eddce20baa669906b5267df1b042ea9bf70be899f69c547958e3d4792');
INSERT INTO toolcourt.audit VALUES (20, '{"about":{"by":"operator:root","digest":"942e4dd54953fd0952688672fbc8197328d78bb003ab042b6cf26940ebf0b805","expiresAt":1795022775878,"from":"operator","id":"2ecc031fcfa787c3c9266ac9e5ab58a7","requester":"local","to":"denied","tool":"hello"},"at":1795022180574,"kind":"approval.decided","monotonic":1547.663}', '734eaca4d01f2a5421837eedbe70de68137b9b074e5f2aa389b7ef9e19fd27a0');
INSERT INTO toolcourt.audit VALUES (21, '{"about":{"configuration":"sha256:6dce34c12260b5e1fa9bd48407a894cf5a327895142c7b43f147f9dbcad63fba","gateway":"1148ac91-cd28-488b-8053-4df42caff857","servers":{"tickets":"stdio"},"version":"0.1.0"},"at":1795022182159,"kind":"gateway.started","monotonic":1528.024}', '542a1c5321b4b8fb111b3b89677c004258cdd39ad5186ce420fc9a9ff2b65ced');
INSERT INTO toolcourt.audit VALUES (22, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":15,"digest":"sha256:56b446afe3d8617a4a30a985b9e105fb117efd243a34f15ae531413774b663e4"},"at":1795022182708,"callId":"f2c3f1b2-2a8a-4150-b897-5e6ddbe53961","correlationId":"6b833a84-a93c-4580-b7ce-cdafbf09788f","kind":"call.opened","monotonic":2076.704,"principal":{"id":"local","kind":"local"},"tool":"hello","traceId":"1515dd59-2ae6-45de-bdbc-9e78b8c75bfb"}', 'c4532ed45e42370e775f1970f241c7f845a1da014515d340f22c8ed84fec18c7');
INSERT INTO toolcourt.audit VALUES (23, '{"about":{"digest":"e402a24dd7b7f97165c301c9315833a044ccad83622063ab4b5dcdf4bd5e8ed5","expiresAt":1795022782719,"from":"operator","id":"1f6ffae9ff82c06739fb2c5eed605083","requester":"local","tool":"hello"},"at":1795022182719,"kind":"approval.requested","monotonic":2088.934}', '8c72bcc611eb03c31c03f2ce36d7c168040454c106837bce14d60185a0b202fa');
INSERT INTO toolcourt.audit VALUES (24, '{"at":1795022182738,"callId":"f2c3f1b2-2a8a-4150-b897-5e6ddbe53961","code":"approval-required","kind":"call.closed","monotonic":2107.06,"ms":30.357,"policy":"sha256:f152479a1e36366da1e2ea476cfb25c25bec8abc6d3e520e49e638bcd49b95ad","shape":{"named":["name: string(4)"]},"statement":"local-principal","target":{"contract":"sha256:68f5a8dc54a184fc896a00d83f06fde0e3c7869b362a1911c45641a5f153e9ac","effect":"read","name":"hello","server":"local"}}', '816817dccb1bbeb626020265aa736a0c6b428c58473bf055a0f6a145c50ae49c');
INSERT INTO toolcourt.audit VALUES (25, '{"about":{"gateway":"1148ac91-cd28-488b-8053-4df42caff857"},"at":1795022182777,"kind":"gateway.stopped","monotonic":2146.088}', '0988fa65327551879703d8830bf2a8c4b0377027cd2f9e8d67eb217de4971eb8');
INSERT INTO toolcourt.audit VALUES (26, '{"about":{"by":"operator:root","digest":"e402a24dd7b7f97165c301c9315833a044ccad83622063ab4b5dcdf4bd5e8ed5","expiresAt":1795022782719,"from":"operator","id":"1f6ffae9ff82c06739fb2c5eed605083","requester":"local","tool":"hello"},"at":1795022185872,"kind":"approval.shown","monotonic":1419.36}', '5d4fd48bc4b504bef199bd0cbb58fcd7428543ccc18e93f175254951a7584c63');
INSERT INTO toolcourt.audit VALUES (27, '{"about":{"by":"operator:root","digest":"e402a24dd7b7f97165c301c9315833a044ccad83622063ab4b5dcdf4bd5e8ed5","expiresAt":1795022782719,"from":"operator","id":"1f6ffae9ff82c06739fb2c5eed605083","requester":"local","to":"approved","tool":"hello"},"at":1795022187266,"kind":"approval.decided","monotonic":1305.531}', '857469d3b82284163234b82496bf57226fcca3e8800eab5a113bc3d2830a0d29');
INSERT INTO toolcourt.audit VALUES (28, '{"about":{"configuration":"sha256:6dce34c12260b5e1fa9bd48407a894cf5a327895142c7b43f147f9dbcad63fba","gateway":"15316e4e-7a8d-41d9-afcd-014e43be90d4","servers":{"tickets":"stdio"},"version":"0.1.0"},"at":1795022188597,"kind":"gateway.started","monotonic":1292.879}', '542582cd308b6ed306a11df7e898471acb46aa9c6bfdc34b7edcd4d887b1d088');
INSERT INTO toolcourt.audit VALUES (29, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":14,"digest":"sha256:840c3985f212fbe59d713f02acf464269bdb7abe7fcd66fb40d52320ef0da799"},"at":1795022189074,"callId":"d72acc3b-5421-402d-b23a-667ed1d96905","correlationId":"5b1b3c99-911a-472a-99b2-36749eb87abd","kind":"call.opened","monotonic":1770.022,"principal":{"id":"local","kind":"local"},"tool":"hello","traceId":"9d80b5f4-78ea-44e4-a7c7-e93fa254826e"}', '3bb53d541b8fafa1087254b12aedf3c8f0ac278b1f32fdb13af8ffc2699b1761');
INSERT INTO toolcourt.audit VALUES (30, '{"about":{"digest":"4f49751ba8ed6866a968758f9851f873af0b040c54c2163e095b96671cd30db6","expiresAt":1795022789086,"from":"operator","id":"893307b2c2364d83ab5e4dfe7587815c","requester":"local","tool":"hello"},"at":1795022189086,"kind":"approval.requested","monotonic":1782.741}', 'e64e1e52ef94a156ab41207080b44d45a1fa78769060543548a9f5c8b87f091f');
INSERT INTO toolcourt.audit VALUES (31, '{"at":1795022189094,"callId":"d72acc3b-5421-402d-b23a-667ed1d96905","code":"approval-required","kind":"call.closed","monotonic":1789.846,"ms":19.825,"policy":"sha256:f152479a1e36366da1e2ea476cfb25c25bec8abc6d3e520e49e638bcd49b95ad","shape":{"named":["name: string(3)"]},"statement":"local-principal","target":{"contract":"sha256:68f5a8dc54a184fc896a00d83f06fde0e3c7869b362a1911c45641a5f153e9ac","effect":"read","name":"hello","server":"local"}}', 'c820c3ead4f485b8fbfada91becac60357dfda14d2ce81589e85b93ed3a97700');
INSERT INTO toolcourt.audit VALUES (32, '{"about":{"gateway":"15316e4e-7a8d-41d9-afcd-014e43be90d4"},"at":1795022189126,"kind":"gateway.stopped","monotonic":1822.027}', '8006d7be1629b9e416721363e714a6e8df55722589445f7dea5fc0ea04c8234a');
INSERT INTO toolcourt.audit VALUES (33, '{"about":{"configuration":"sha256:6dce34c12260b5e1fa9bd48407a894cf5a327895142c7b43f147f9dbcad63fba","gateway":"1bce178a-6855-4e26-b36b-30d23144912c","servers":{"tickets":"stdio"},"version":"0.1.0"},"at":1795022190588,"kind":"gateway.started","monotonic":1404.187}', 'f60dde12547a40885a020d65ff4cda1dfe3eb266fdfade8f78c35949c1a538a2');
INSERT INTO toolcourt.audit VALUES (34, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":12,"digest":"sha256:3d6a916e86efba9105154ea95dda8d8da47df173d931c23e7a346c7babd81a3e"},"at":1795022191107,"callId":"c03c1c90-564c-49c8-b155-781e3f0efb82","correlationId":"3274d364-adff-4d41-b944-18334d866f42","kind":"call.opened","monotonic":1923.025,"principal":{"id":"local","kind":"local"},"tool":"find_ticket","traceId":"c18a6110-4353-43b5-9eef-bf0445c7952d"}', '1153bb0d3032dd992a381364f0826ceddb0c5bc41823729ea99b149e1f97a4f6');
INSERT INTO toolcourt.audit VALUES (35, '{"at":1795022191123,"callId":"c03c1c90-564c-49c8-b155-781e3f0efb82","code":"answered","contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","fromCache":false,"kind":"call.closed","monotonic":1938.627,"ms":15.602,"policy":"sha256:f152479a1e36366da1e2ea476cfb25c25bec8abc6d3e520e49e638bcd49b95ad","result":{"bytes":128,"digest":"sha256:e4c46576d303d5e1dbbe617bd48e0b53ae4d49e3dc12ca77452f1361c5163083"},"shape":{"named":["number: number"]},"statement":"local-principal","target":{"address":"stdio","contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","effect":"write","name":"find_ticket","server":"tickets"}}', '0969ab3646040e501599cebe9eaf5ed5930dccdcd475fc8ea237bc4d63cfdfbd');
INSERT INTO toolcourt.audit VALUES (36, '{"about":{"gateway":"1bce178a-6855-4e26-b36b-30d23144912c"},"at":1795022191159,"kind":"gateway.stopped","monotonic":1974.9}', '187fd6663afdc228bb1cb47c6b1b1d9006b52319fd3bddbbc2f22289b40250f4');
INSERT INTO toolcourt.audit VALUES (37, '{"about":{"configuration":"sha256:6dce34c12260b5e1fa9bd48407a894cf5a327895142c7b43f147f9dbcad63fba","gateway":"93cc2446-95f5-4af6-9a8e-255a8859c753","servers":{"tickets":"stdio"},"version":"0.1.0"},"at":1795022192731,"kind":"gateway.started","monotonic":1493.427}', '989d3a6416a81f7afefae327ac813be6ad4f2de199fd7dcfab9bfc3ad1c0c2fd');
INSERT INTO toolcourt.audit VALUES (38, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":12,"digest":"sha256:d65dc375f554b634c774bcc6f8a2ce6e23f41d2641c9b19453755d3dc8546f01"},"at":1795022193148,"callId":"52187f03-8968-4480-88b6-04cf87530f3a","correlationId":"180d9cf7-d7ae-475a-9204-ffd41cef48e3","kind":"call.opened","monotonic":1910.165,"principal":{"id":"local","kind":"local"},"tool":"close_ticket","traceId":"14bb0de4-4001-46a9-ae56-d6241f2959ce"}', '13be219ea453e564222a1a1a1d1753cdd4e44af8156d26c286c46afaff402d19');
INSERT INTO toolcourt.audit VALUES (39, '{"at":1795022193156,"callId":"52187f03-8968-4480-88b6-04cf87530f3a","code":"answered","contract":"sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8","fromCache":false,"kind":"call.closed","monotonic":1918.801,"ms":8.636,"policy":"sha256:f152479a1e36366da1e2ea476cfb25c25bec8abc6d3e520e49e638bcd49b95ad","result":{"bytes":130,"digest":"sha256:0dd9ddac8e92e6e34cdc627c64a4dce6bdddf024acd496cbd4af2516d1ed0920"},"shape":{"named":["number: number"]},"statement":"local-principal","target":{"address":"stdio","contract":"sha256:9d2670f4b532a43b053cc08d0bc800faf962d667bf3a7ce0d7537baa11a678f8","effect":"write","name":"close_ticket","server":"tickets"}}', 'f349e99c8eccd2273bc10885f5ee2d821768a8171f6fd6c3059840636e8b1e50');
INSERT INTO toolcourt.audit VALUES (40, '{"about":{"gateway":"93cc2446-95f5-4af6-9a8e-255a8859c753"},"at":1795022193191,"kind":"gateway.stopped","monotonic":1953.133}', '9c3f27e34afe2947aacda538080b05984c254348a01a0fbe352c8a397bb2b112');
INSERT INTO toolcourt.audit VALUES (41, '{"about":{"configuration":"sha256:6dce34c12260b5e1fa9bd48407a894cf5a327895142c7b43f147f9dbcad63fba","gateway":"cfecb426-34f5-4b1a-8c1b-b8b30396642a","servers":{"tickets":"stdio"},"version":"0.1.0"},"at":1795022194664,"kind":"gateway.started","monotonic":1405.476}', '026d9c6a62e554f216238bb6a0b82611ac91ccd50c83d99b347f87764a4abd8b');
INSERT INTO toolcourt.audit VALUES (42, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":13,"digest":"sha256:7c445349efd10252e224efce9091e1394c7f442a1737c4d0732f9ac6f901bba7"},"at":1795022195076,"callId":"5e0434fb-3042-4b28-b06c-05a9acee0b07","correlationId":"82cf15c9-752f-4730-859e-142bc892f3b0","kind":"call.opened","monotonic":1817.527,"principal":{"id":"local","kind":"local"},"tool":"find_ticket","traceId":"750a8e7d-a9a3-4280-9d50-e4edd2372008"}', '852e5cb5f51d47e3585f7612064f3197412304f4a38619b4775a0dd1c72216d6');
INSERT INTO toolcourt.audit VALUES (43, '{"at":1795022195086,"callId":"5e0434fb-3042-4b28-b06c-05a9acee0b07","code":"output-invalid","kind":"call.closed","monotonic":1827.161,"ms":9.634,"policy":"sha256:f152479a1e36366da1e2ea476cfb25c25bec8abc6d3e520e49e638bcd49b95ad","shape":{"named":["number: number"]},"statement":"local-principal","target":{"address":"stdio","contract":"sha256:075a7f0740c5bb27f43ed52f374917c8360f62e9644b7b706b3b762c765d5f82","effect":"write","name":"find_ticket","server":"tickets"}}', '4b8c3ca47c58dbcc518aec757d4a4c06769db9ea4a600a584b9f48d637ee1a35');
INSERT INTO toolcourt.audit VALUES (44, '{"about":{"gateway":"cfecb426-34f5-4b1a-8c1b-b8b30396642a"},"at":1795022195118,"kind":"gateway.stopped","monotonic":1859.174}', 'd0c68b069ad043533bb39ec3f00ac48c85ba2e69fbdec89559511b3e0a29d931');
INSERT INTO toolcourt.audit VALUES (45, '{"about":{"configuration":"sha256:6dce34c12260b5e1fa9bd48407a894cf5a327895142c7b43f147f9dbcad63fba","gateway":"09846cb4-6f73-4225-8323-df9fc2093151","servers":{"tickets":"stdio"},"version":"0.1.0"},"at":1795022196507,"kind":"gateway.started","monotonic":1328.676}', 'a29c10aa6fd888b396f58a4aa79976f0c41ccbdb22a8a9e25442fcbb833c88c8');
INSERT INTO toolcourt.audit VALUES (46, '{"agent":{"name":"toolcourt","version":"0.1.0"},"arguments":{"bytes":13,"digest":"sha256:7b61b1cbcbcc385176c08b2244fb5d32aef168d90e43e48b5edd6c386307db30"},"at":1795022197017,"callId":"66d93f48-a16c-4bca-9e7d-4138580cc076","correlationId":"e9ff5a6d-b8f7-4261-95c0-fa0c604a9e4f","kind":"call.opened","monotonic":1837.926,"principal":{"id":"local","kind":"local"},"tool":"find_ticket","traceId":"aacafc61-6165-42d0-8079-570ed4dd977c"}', '32c8de72c929c55a6bbfecb2b372b76a221aeccac2c56831ade6f4255acf9b58');
INSERT INTO toolcourt.audit VALUES (47, '{"about":{"operator":"operator:root","version":"sha256:a79c0bd8bd7ce320cd97bd94c76a6c850ada44111ac2cbbe617c01c644dd3323"},"at":1795022198559,"kind":"policy.put","monotonic":1459.509}', '0aac78d155b07be84fe172a133c9b9a5947b0d75bc361b856243d761131ad9d5');


--
-- Data for Name: begun; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.begun VALUES ('66d93f48-a16c-4bca-9e7d-4138580cc076', 46, 1795022197017);


--
-- Data for Name: checkpoints; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.checkpoints VALUES (6, 'toolcourt-7b48bb2b-e096-4505-89aa-7d8603cd8ed4
6
4MyWZDk3s0hOmi7fUKYG4XrSU/1q/pKhirjhk3eeA/A=

— toolcourt-7b48bb2b-e096-4505-89aa-7d8603cd8ed4 QUFTpXbBKtss65ClS+REm+HqVHHlXCGTKyvcMhnwn/BE0A1eFm1R0XCv96mcNeShn7JnJ9Yft57c9zmESxM2EU8DYw0=
');
INSERT INTO toolcourt.checkpoints VALUES (13, 'toolcourt-7b48bb2b-e096-4505-89aa-7d8603cd8ed4
13
zHGqsC4LXRd7eE2sdLIZPKoOEGhuTKtdJHaB9HIfWb8=

— toolcourt-7b48bb2b-e096-4505-89aa-7d8603cd8ed4 QUFTpb5KDmTo3huktlyTPfOzRhP2JvcRsFOhcIUlFZPeDa+HpYmPnlhC/2t9KjBioYXd5MEKVs7rPKiNpe2V8KhEuAQ=
');
INSERT INTO toolcourt.checkpoints VALUES (18, 'toolcourt-7b48bb2b-e096-4505-89aa-7d8603cd8ed4
18
wfCplP7EUYStkHodyj8nMcR//ulBpNXhmAD8w0sMagI=

— toolcourt-7b48bb2b-e096-4505-89aa-7d8603cd8ed4 QUFTpUMUj4HCmpnL3muLQpe6axlvyicia9fbCaD6leS9ktx2dVJYo6usRCcK8Ovxl9z1k67SsywPR4HOzIhcfU63RgI=
');
INSERT INTO toolcourt.checkpoints VALUES (25, 'toolcourt-7b48bb2b-e096-4505-89aa-7d8603cd8ed4
25
67irAwYKQt2L+R2Alp3hLMcbum9OJNKCtiOrCCIBvY8=

— toolcourt-7b48bb2b-e096-4505-89aa-7d8603cd8ed4 QUFTpduKbqGL9Cw3UoMTCWN0vvoZtkl2fPX2p/n4lcBbZIHGszLBxQkR2KsqTHn3KC2Ih8X6v9JTKxDNugdoArIXSwM=
');
INSERT INTO toolcourt.checkpoints VALUES (32, 'toolcourt-7b48bb2b-e096-4505-89aa-7d8603cd8ed4
32
/RlIxnUo5OTqN+FeP8Epxi+bs776qddbIDdYQF4X03E=

— toolcourt-7b48bb2b-e096-4505-89aa-7d8603cd8ed4 QUFTpSKeRy2e8mrjmHWCbTbas7ijeIy7aAJ1QZxlvq1aVzYSbkgJrjzlS4QaiWIg4IM9vn5rSFiba6xhplZXpqrr/ws=
');
INSERT INTO toolcourt.checkpoints VALUES (36, 'toolcourt-7b48bb2b-e096-4505-89aa-7d8603cd8ed4
36
AEYX817cuQYeYnukT1zLpzjP/+8aavwQXnq1b/GVu7o=

— toolcourt-7b48bb2b-e096-4505-89aa-7d8603cd8ed4 QUFTpUz5qyAAEG+gC5w28qxduOYAvjggE6P31wuiCYWGqRQhBwIIFkgzZQRDeEUlpP2ySOyPHa7FucWC7CY5pb2ISww=
');
INSERT INTO toolcourt.checkpoints VALUES (40, 'toolcourt-7b48bb2b-e096-4505-89aa-7d8603cd8ed4
40
EBqOOhXtVJyepGFRJLeOytX5DLgSSlnVYW3A6rsShSs=

— toolcourt-7b48bb2b-e096-4505-89aa-7d8603cd8ed4 QUFTpbYmN9UeLZUojJyzqbc3qnF63XeMRCMbioCHRYEINU3FouB1KHKfHf8ZiOviOH+BB3dfkGbrHPsfnFcuOiSbIAk=
');
INSERT INTO toolcourt.checkpoints VALUES (44, 'toolcourt-7b48bb2b-e096-4505-89aa-7d8603cd8ed4
44
Y3lPfru7+VQFVreW6cKxmj4OTqsKKPjA21XmHar547E=

— toolcourt-7b48bb2b-e096-4505-89aa-7d8603cd8ed4 QUFTpejzjPSEHijgPa+Cn6tSzm0sGp8ilWPVPVbbM8283kCUnBgdStnUE39mXH6ob/qKFkTKP+MvBDeP/fAFflso7gk=
');


--
-- Data for Name: migrations; Type: TABLE DATA; Schema: toolcourt; Owner: -
--

INSERT INTO toolcourt.migrations VALUES (1, '2026-11-18 17:16:05.867256+00');
INSERT INTO toolcourt.migrations VALUES (2, '2026-11-18 17:16:05.867256+00');
INSERT INTO toolcourt.migrations VALUES (3, '2026-11-18 17:16:05.867256+00');
INSERT INTO toolcourt.migrations VALUES (4, '2026-11-18 17:16:05.867256+00');


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
', 'operator:root', 1795022198559);


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
-- Name: policies policies_pkey; Type: CONSTRAINT; Schema: toolcourt; Owner: -
--

ALTER TABLE ONLY toolcourt.policies
    ADD CONSTRAINT policies_pkey PRIMARY KEY (number);


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
-- Name: personal_by_subject; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX personal_by_subject ON toolcourt.personal USING btree (subject);


--
-- Name: policies_by_version; Type: INDEX; Schema: toolcourt; Owner: -
--

CREATE INDEX policies_by_version ON toolcourt.policies USING btree (version);


--
-- Name: audit audit_is_only_added_to; Type: TRIGGER; Schema: toolcourt; Owner: -
--

CREATE TRIGGER audit_is_only_added_to BEFORE DELETE OR UPDATE OR TRUNCATE ON toolcourt.audit FOR EACH STATEMENT EXECUTE FUNCTION toolcourt.refuse_change();


--
-- Name: policies policies_are_only_added; Type: TRIGGER; Schema: toolcourt; Owner: -
--

CREATE TRIGGER policies_are_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON toolcourt.policies FOR EACH STATEMENT EXECUTE FUNCTION toolcourt.keep_policies();


--
-- PostgreSQL database dump complete
--


