# Starts Scid as it is and obeys one Tcl command a line on standard input; answers "=> RESULT".
set ::argv {}
set ::argv0 /usr/games/scid
fconfigure stdin -blocking 0 -buffering line
proc remote_obey {} {
    if {[gets stdin line] >= 0} {
        catch {uplevel #0 $line} result
        puts "=> [string map {\n |} $result]"
        flush stdout
    } elseif {[eof stdin]} {
        exit 0
    }
}
source -encoding utf-8 /usr/games/scid
# Only now has Scid set itself up; its own start-up runs the event loop several times before.
after 500 {puts ready; flush stdout; fileevent stdin readable remote_obey}
