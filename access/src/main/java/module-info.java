/** Users, keys, tokens and rules: who calls, and what they may do. */
module vesper.access {
    exports vesper.access;
    exports vesper.access.admin;
    exports vesper.access.credentials;
    exports vesper.access.directory;
    exports vesper.access.oidc;
    exports vesper.access.passwords;
    exports vesper.access.rules;
    exports vesper.access.tokens;

    requires com.fasterxml.jackson.annotation;
    requires com.github.benmanes.caffeine;
    requires com.nimbusds.jose.jwt;
    requires org.bouncycastle.lts.prov;
    requires org.slf4j;
    requires spring.web;
    requires static org.jspecify;
    requires transitive vesper.documents;
    requires transitive vesper.records;
    requires transitive vesper.rest;
}
