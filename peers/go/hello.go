// A greeting over HTTP/1 by Go's net/http: a goroutine for each connection, a route and a handler.
//
//	hello [--port N] [--io-threads N]
//
// Port 0, the default, picks a free one; as many threads run goroutines as there are processors, unless said. Prints
// "ready http://127.0.0.1:PORT/" and ends with SIGTERM. How many connections may wait to be accepted, Go takes from the
// kernel's somaxconn.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"runtime"
	"strconv"
)

const mostThreads = 256

type greeting struct {
	result  string
	message string
}

// Every value is marshalled; the frame is written here, since MarshalIndent has no blank before a colon, and the answer
// is to have the bytes of the others.
func (g greeting) indented() ([]byte, error) {
	result, err := json.Marshal(g.result)
	if err != nil {
		return nil, err
	}
	message, err := json.Marshal(g.message)
	if err != nil {
		return nil, err
	}
	body := make([]byte, 0, 64)
	body = append(body, "{\n  \"result\" : "...)
	body = append(body, result...)
	body = append(body, ",\n  \"message\" : "...)
	body = append(body, message...)
	return append(body, "\n}"...), nil
}

func greet(response http.ResponseWriter, _ *http.Request) {
	body, err := greeting{"OK", "Hello, world!"}.indented()
	if err != nil {
		http.Error(response, err.Error(), http.StatusInternalServerError)
		return
	}
	response.Header().Set("Content-Type", "application/json")
	response.Header().Set("Content-Length", strconv.Itoa(len(body)))
	// A client that has gone is noticed by its connection.
	_, _ = response.Write(body)
}

func main() {
	port := flag.Uint("port", 0, "listens here; 0 for any free one")
	ioThreads := flag.Int("io-threads", runtime.NumCPU(), "threads that run goroutines")
	flag.Parse()
	if flag.NArg() > 0 {
		log.Fatalf("%s is not taken here: [--port N] [--io-threads N]", flag.Arg(0))
	}
	if *ioThreads < 1 || *ioThreads > mostThreads {
		log.Fatalf("--io-threads is not in 1 to %d", mostThreads)
	}
	runtime.GOMAXPROCS(*ioThreads)

	routes := http.NewServeMux()
	routes.HandleFunc("GET /api/test/sayHello", greet)
	listener, err := net.Listen("tcp4", fmt.Sprintf("127.0.0.1:%d", *port))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("ready http://%s/\n", listener.Addr())
	log.Fatal(http.Serve(listener, routes))
}
