package vesper.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.bind.annotation.CrossOrigin;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import vesper.rest.controllers.ControllerContext;
import vesper.testing.Chromium;

/** Runs our header fields through a real browser, if one is installed. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class BrowserTest {
    private static final String PAGE = """
            <html><body><pre id="out"></pre><script>
            const other = 'http://127.0.0.1:PORT/api/';
            const asks = {
              open: () => fetch(other + 'open').then(r => r.text()),
              put: () => fetch(other + 'open', {method: 'PUT', headers: {'Content-Type': 'application/json', 'X-Own': '1'}, body: '"hi"'}).then(r => r.text()),
              closed: () => fetch(other + 'closed').then(r => r.text()),
              failing: () => fetch(other + 'failing').then(r => r.status),
              events: () => new Promise(done => {
                const source = new EventSource(other + 'events');
                source.onmessage = event => { source.close(); done(event.lastEventId + '=' + event.data); };
                source.onerror = () => { source.close(); done('broken'); };
              })
            };
            (async () => {
              for (const name in asks) {
                const said = await asks[name]().catch(() => 'refused');
                document.getElementById('out').textContent += name + ':' + said + ';';
              }
            })();
            </script></body></html>
            """;

    @RestController
    public static class Pages {
        private String page = "";

        @GetMapping(path = "page", produces = "text/html")
        public String page() {
            return page;
        }
    }

    @RestController
    public static class Other {
        @CrossOrigin
        @GetMapping("open")
        public String open() {
            return "read";
        }

        @CrossOrigin
        @PutMapping("open")
        public String put(@RequestBody String body) {
            return "put " + body;
        }

        @GetMapping("closed")
        public String closed() {
            return "secret";
        }

        @CrossOrigin
        @GetMapping("failing")
        public String failing() {
            throw ProblemType.ofStatus(409).because("taken").exception();
        }

        @CrossOrigin
        @GetMapping("events")
        public ServerSentEvents events() {
            return events -> events.send(org.springframework.http.codec.ServerSentEvent.builder((Object) "one\ntwo")
                    .id("7")
                    .build());
        }
    }

    @TempDir
    Path profile;

    @Test
    void a_page_reads_what_it_may_and_nothing_else() throws Exception {
        Pages pages = new Pages();
        ControllerContext provisions = ControllerContext.defaults(Runnable::run);
        try (Wire other = new Wire(provisions, new Other());
                Wire own = new Wire(provisions, pages)) {
            pages.page = PAGE.replace("PORT", Integer.toString(other.port()));
            String dom = Chromium.dom(
                    profile, "http://127.0.0.1:" + own.port() + "/api/page", "--virtual-time-budget=10000");
            assertThat(dom.replace("&quot;", "\""))
                    .contains("open:read;put:put \"hi\";closed:refused;failing:409;events:7=one\ntwo;");
        }
    }
}
