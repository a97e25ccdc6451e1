package vesper.access.passwords;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Hashes of passwords. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PasswordHashTest {
    private final SecureRandom random = new SecureRandom();

    @Test
    void a_hash_fits_its_password_only() {
        String hash = PasswordHash.of("pässwörd", random);
        assertThat(hash).startsWith("$argon2id$v=19$m=19456,t=4,p=1$").doesNotContain("pässwörd");
        assertThat(PasswordHash.matches("pässwörd", hash)).isTrue();
        assertThat(PasswordHash.matches("passwörd", hash)).isFalse();
        assertThat(PasswordHash.matches("", hash)).isFalse();
        assertThat(PasswordHash.of("pässwörd", random)).isNotEqualTo(hash);
    }

    /** A vector of the tests of the reference implementation, with other parameters. */
    @Test
    void a_hash_of_the_reference_implementation_is_understood() {
        String hash = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
        assertThat(PasswordHash.matches("password", hash)).isTrue();
        assertThat(PasswordHash.matches("Password", hash)).isFalse();
    }

    @Test
    void a_text_that_is_no_hash_fits_no_password() {
        for (String text : new String[] {"", "password", "$argon2i$v=19$m=1,t=1,p=1$YQ$YQ", "$2a$10$abc"}) {
            assertThat(PasswordHash.matches("password", text)).isFalse();
        }
    }
}
