package vesper.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PeerArgumentsTest {
    private static final PeerFlag<Path> DATA = PeerFlag.folder("--data");
    private static final PeerFlag<Boolean> LOG = PeerFlag.oneOf("--log", List.of(true, false), on -> on ? "on" : "off");

    @Test
    void what_is_not_said_is_left_to_the_peer() {
        PeerArguments arguments = PeerArguments.of(new String[0], PeerFlag.THREADS, LOG);
        assertThat(arguments.port()).isZero();
        assertThat(arguments.ioThreads()).isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(arguments.valueOf(PeerFlag.THREADS)).isEmpty();
        assertThat(arguments.valueOf(LOG)).isEmpty();
    }

    @Test
    void flags_are_told_by_name_in_any_order() {
        String[] said = {
            "--log", "on", "--threads", "40", "--data", "some/folder", "--port", "8081", "--io-threads", "3"
        };
        PeerArguments arguments = PeerArguments.of(said, PeerFlag.THREADS, DATA, LOG);
        assertThat(arguments.port()).isEqualTo(8081);
        assertThat(arguments.ioThreads()).isEqualTo(3);
        assertThat(arguments.valueOf(PeerFlag.THREADS)).contains(40);
        assertThat(arguments.valueOf(DATA)).contains(Path.of("some/folder"));
        assertThat(arguments.valueOf(LOG)).contains(true);
    }

    @Test
    void a_flag_that_a_peer_does_not_take_is_refused_with_those_that_it_takes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PeerArguments.of(new String[] {"--threads", "4"}, LOG))
                .withMessage("unknown flag --threads; known are"
                        + " [--port 0..65535] [--io-threads 1..256] [--log on|off]");
    }

    @Test
    void values_that_do_not_fit_are_refused_with_what_would() {
        assertRefused("invalid value 65536 for --port; expected 0..65535", "--port", "65536");
        assertRefused("invalid value 0 for --io-threads; expected 1..256", "--io-threads", "0");
        assertRefused("invalid value many for --threads; expected 1..10000", "--threads", "many");
        assertRefused("invalid value yes for --log; expected on|off", "--log", "yes");
        assertRefused("--threads needs a value", "--log", "on", "--threads");
    }

    private static void assertRefused(String sentence, String... said) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PeerArguments.of(said, PeerFlag.THREADS, LOG))
                .withMessage(sentence);
    }
}
