package vesper.access.oidc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.access.credentials.Proof;
import vesper.access.credentials.Verification;
import vesper.http.Caller;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Request;

/** Tokens of an issuer that serves its keys over HTTP, and the classic attacks on them. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OutsideTokensTest {
    private static RSAKey key;
    private static RSAKey other;

    private final AtomicInteger keyReads = new AtomicInteger();
    private HttpServer server;
    private String issuer;
    private String named;
    private OutsideTokens tokens;
    private volatile JWKSet published;

    @BeforeAll
    static void makeKeys() throws Exception {
        key = new RSAKeyGenerator(2048).keyID("one").generate();
        other = new RSAKeyGenerator(2048).keyID("two").generate();
    }

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        issuer = "http://127.0.0.1:" + server.getAddress().getPort();
        named = issuer;
        published = new JWKSet(key.toPublicJWK());
        server.createContext("/.well-known/openid-configuration", exchange -> {
            byte[] body = ("{\"issuer\":\"" + named + "\",\"jwks_uri\":\"" + issuer + "/keys\"}").getBytes(UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.createContext("/keys", exchange -> {
            keyReads.incrementAndGet();
            byte[] body = published.toString().getBytes(UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        tokens = new OutsideTokens(List.of(new IssuerSettings(
                "corp",
                URI.create(issuer),
                "vesper",
                "sub",
                Optional.of("roles"),
                Optional.of("org"),
                Optional.of("admins"))));
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private JWTClaimsSet claims(UnaryOperator<JWTClaimsSet.Builder> change) {
        return change.apply(new JWTClaimsSet.Builder()
                        .issuer(issuer)
                        .audience("vesper")
                        .subject("ann")
                        .claim("roles", List.of("clerks"))
                        .claim("org", "acme")
                        .claim("scope", "orders:read orders:write")
                        .expirationTime(Date.from(Instant.now().plusSeconds(300))))
                .build();
    }

    private static String signed(RSAKey by, String kid, JWTClaimsSet claims) throws Exception {
        return signed(JWSAlgorithm.RS256, new RSASSASigner(by), kid, claims);
    }

    private static String signed(JWSAlgorithm algorithm, JWSSigner by, String kid, JWTClaimsSet claims)
            throws Exception {
        SignedJWT token = new SignedJWT(
                new JWSHeader.Builder(algorithm)
                        .keyID(kid)
                        .type(JOSEObjectType.JWT)
                        .build(),
                claims);
        token.sign(by);
        return token.serialize();
    }

    private Verification verify(String token) throws Exception {
        Request request =
                Request.of(Method.GET, "/", Headers.NONE.with("Authorization", "Bearer " + token), new byte[0]);
        Optional<String> credentials = tokens.credentials(request);
        return credentials.isPresent() ? tokens.verify(credentials.get(), request) : new Verification.Unknown();
    }

    private Caller caller(String token) throws Exception {
        Verification verification = verify(token);
        assertThat(verification).isInstanceOf(Verification.Proven.class);
        return ((Proof.OfCaller) ((Verification.Proven) verification).proof()).caller();
    }

    @Test
    void a_token_names_its_caller_groups_and_tenant() throws Exception {
        Caller caller = caller(signed(key, "one", claims(it -> it)));
        assertThat(caller)
                .isEqualTo(new Caller(
                        Caller.Kind.AUTHENTICATED,
                        "corp:ann",
                        Set.of("clerks"),
                        Set.of("orders:read", "orders:write"),
                        Optional.of("acme"),
                        Optional.empty()));
        assertThat(caller(signed(key, "one", claims(it -> it.claim("roles", "clerks admins"))))
                        .kind())
                .isEqualTo(Caller.Kind.OPERATOR);
    }

    @Test
    void forged_and_foreign_tokens_are_rejected() throws Exception {
        assertThat(caller(signed(key, "one", claims(it -> it))).name()).isEqualTo("corp:ann");
        String publicKey = key.toPublicJWK().toString();
        List<String> forged = List.of(
                signed(other, "one", claims(it -> it)),
                signed(other, "two", claims(it -> it)),
                signed(other, "../../keys", claims(it -> it)),
                signed(JWSAlgorithm.HS256, new MACSigner(publicKey.getBytes(UTF_8)), "one", claims(it -> it)),
                signed(key, "one", claims(it -> it.audience("other-service"))),
                signed(key, "one", claims(it -> it.audience((String) null))),
                signed(key, "one", claims(it -> it.subject(null))),
                signed(key, "one", claims(it -> it.subject("a\nb"))),
                signed(key, "one", claims(it -> it.subject("x".repeat(200)))),
                signed(key, "one", claims(it -> it.claim("org", "a\tb"))),
                signed(key, "one", claims(it -> it.expirationTime(null))),
                signed(
                        key,
                        "one",
                        claims(it -> it.expirationTime(Date.from(Instant.now().minusSeconds(120))))),
                signed(
                        key,
                        "one",
                        claims(it -> it.notBeforeTime(Date.from(Instant.now().plusSeconds(120))))));
        for (String token : forged) assertThat(verify(token)).isInstanceOf(Verification.Wrong.class);
    }

    @Test
    void a_token_without_a_signature_proves_nothing() throws Exception {
        String plain = new PlainJWT(claims(it -> it)).serialize();
        assertThat(verify(plain)).isNotInstanceOf(Verification.Proven.class);
        assertThat(verify(plain + "c2lnbmF0dXJl")).isNotInstanceOf(Verification.Proven.class);
    }

    @Test
    void clocks_may_differ_by_a_minute() throws Exception {
        assertThat(caller(signed(
                                key,
                                "one",
                                claims(it -> it.expirationTime(
                                        Date.from(Instant.now().minusSeconds(30))))))
                        .name())
                .isEqualTo("corp:ann");
    }

    @Test
    void tokens_of_other_issuers_are_left_to_packages() throws Exception {
        assertThat(verify(signed(key, "one", claims(it -> it.issuer("https://elsewhere.example")))))
                .isInstanceOf(Verification.Unknown.class);
        assertThat(verify("not.a.token")).isInstanceOf(Verification.Unknown.class);
        assertThat(verify("x".repeat(20_000) + ".a.b")).isInstanceOf(Verification.Unknown.class);
    }

    @Test
    void a_new_key_of_the_issuer_is_found() throws Exception {
        assertThat(caller(signed(key, "one", claims(it -> it))).name()).isEqualTo("corp:ann");
        published = new JWKSet(List.<JWK>of(key.toPublicJWK(), other.toPublicJWK()));
        assertThat(caller(signed(other, "two", claims(it -> it))).name()).isEqualTo("corp:ann");
    }

    @Test
    void tokens_with_invented_keys_do_not_have_the_keys_read_each_time() throws Exception {
        for (int i = 0; i < 50; i++) {
            assertThat(verify(signed(other, "invented-" + i, claims(it -> it))))
                    .isNotInstanceOf(Verification.Proven.class);
        }
        assertThat(keyReads).hasValueLessThan(5);
    }

    @Test
    void a_discovery_document_of_another_issuer_is_not_believed() throws Exception {
        named = "https://elsewhere.example";
        assertThat(verify(signed(key, "one", claims(it -> it)))).isInstanceOf(Verification.Later.class);
    }

    @Test
    void an_issuer_that_does_not_answer_is_no_reason_to_admit_or_refuse_for_ever() throws Exception {
        server.stop(0);
        assertThat(verify(signed(key, "one", claims(it -> it)))).isInstanceOf(Verification.Later.class);
    }

    @Test
    void an_issuer_needs_https_and_an_audience() {
        assertThatThrownBy(() -> IssuerSettings.of("corp", URI.create("http://corp.example"), "vesper"))
                .hasMessageContaining("https");
        assertThatThrownBy(() -> IssuerSettings.of("corp", URI.create("https://corp.example"), " "))
                .hasMessageContaining("audience");
    }
}
