package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The messages for common mistakes in the arguments of {@code bench} and {@code load}. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class BenchCommandTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    bench sweep --scale 0                            | scale 0.0 is not in 0.001 to 1
                    bench sweep --scale 2                            | scale 2.0 is not in 0.001 to 1
                    bench sweep --engine wrk                         | Invalid value for option '--engine'
                    bench factors                                    | Missing required option: '--factor
                    bench factors --factor tracker=on --path x       | path x must start with a single /
                    bench factors --factor tracker=on -c 0           | connections 0 is not in 1 to 10000
                    bench factors --factor conections=1,2            | unknown factor conections, did you mean connections?
                    bench factors --factor http.threads.lops=2,1     | did you mean http.threads.loops?
                    bench factors --factor server=vesper,nety        | unknown server nety, did you mean netty?
                    bench factors --design sweep --factor rate=1 --factor tracker=on | a sweep needs one factor with several values
                    bench factors --factor arrivals=poisson          | add --factor rate=5000
                    bench uuid --only jety                           | unknown server jety, did you mean jetty?
                    bench sweep --only netty                         | Choose from vesper, restexpress, tomcat
                    bench peers --slo p98<1                          | unknown figure p98
                    bench overhead --gate ratio(tracker/off)>1       | unknown arm tracker; known are both-on
                    bench overhead --gate quick                      | is not like ratio(arm/other)
                    load --find-max http://127.0.0.1:1/              | --find-max needs --slo
                    load --slo p98<1 http://127.0.0.1:1/             | unknown figure p98
                    load --calls 3 http://127.0.0.1:1/               | --calls needs --connections-per-second
                    load --rate 1 --connections-per-second 1 http://127.0.0.1:1/ | exclude each other
                    load --urls a --body b http://127.0.0.1:1/       | --urls sets methods and bodies
                    load --threads 20 http://127.0.0.1:1/            | 20 threads are more than 10 connections
                    load --sources 2 http://example.com/             | only for servers on 127.0.0.0/8
                    load http://127.0.0.1:1/{conter}                 | braces without a placeholder
                    load ftp://127.0.0.1/                            | only http: URLs are supported
                    """)
    void a_mistake_is_named(String line, String words) {
        CommandRun run = CommandRun.of(line.split(" +"));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(words);
    }
}
