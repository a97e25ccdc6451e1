package vesper.records.rules;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import vesper.http.Method;

/*
 * Question: what does it cost to find the rule that decides on an exchange?
 * Guess: 5 ns for a rule without a path, 15 ns for a prefix or an exact path, 50 ns for wildcards inside of a path.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RulesBenchmark {
    @Param({"/**", "/api/**", "/api/test/sayHello", "/api/*/say*", "/other/**"})
    String pattern = "/**";

    private MonitorRules rules = MonitorRules.NONE;
    private final String path = "/api/test/sayHello";

    @Setup
    public void compile() {
        rules = MonitorRules.of(List.of(Rules.monitor("{\"name\":\"a\",\"path\":\"" + pattern + "\"}")));
    }

    @Benchmark
    public @Nullable CompiledRule match() {
        return rules.match(Method.GET, path, "hello", "Hello", 200, 1000);
    }
}
